package lsp

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// message is any message of a client; which one, its fields tell.
type message struct {
	ID     json.RawMessage `json:"id"`
	Method *string         `json:"method"`
	Params json.RawMessage `json:"params"`

	fault *fault // what is wrong with it
}

// fault is the error of a request.
type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (f *fault) Error() string { return f.Message }

// Codes of JSON-RPC and of the language server protocol.
const (
	parseError     = -32700
	invalidRequest = -32600
	methodNotFound = -32601
	invalidParams  = -32602
	internalError  = -32603
	notInitialized = -32002
	requestFailed  = -32803
	cancelled      = -32800
)

func faultf(code int, format string, args ...any) *fault {
	return &fault{code, fmt.Sprintf(format, args...)}
}

// parseMessage reads a message; what is wrong with it is in its fault.
func parseMessage(data []byte) *message {
	m := &message{}
	if !json.Valid(data) {
		return &message{fault: faultf(parseError, "this is no JSON")}
	}
	if err := json.Unmarshal(data, m); err != nil {
		return &message{ID: m.ID, fault: faultf(invalidRequest, "a message is an object with method and params")}
	}
	if string(m.ID) == "null" {
		m.ID = nil
	}
	if len(m.ID) > 0 && m.ID[0] != '"' && m.ID[0] != '-' && (m.ID[0] < '0' || m.ID[0] > '9') || len(m.ID) > longestID {
		return &message{fault: faultf(invalidRequest, "an id is a number or a short text")}
	}
	return m
}

// read fills in the parameters of a message.
func (m *message) read(to any) *fault {
	if len(m.Params) == 0 || bytes.Equal(m.Params, []byte("null")) {
		return faultf(invalidParams, "%s needs params", *m.Method)
	}
	if err := json.Unmarshal(m.Params, to); err != nil {
		return faultf(invalidParams, "%s: the params do not fit: %v", *m.Method, err)
	}
	return nil
}

type response struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result"`
}

type refusal struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Error   *fault          `json:"error"`
}

type notification struct {
	Version string `json:"jsonrpc"`
	Method  string `json:"method"`
	Params  any    `json:"params"`
}
