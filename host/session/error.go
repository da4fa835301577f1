package session

import (
	"fmt"

	"github.com/astragal-engine/astragal/engine/diag"
)

// Code says what kind of thing went wrong; the texts are part of the protocol.
type Code string

const (
	BadRequest    Code = "bad_request"
	BadVersion    Code = "version"
	UnknownMethod Code = "unknown_method"
	BadParams     Code = "bad_params"
	NotFound      Code = "not_found"
	ModelError    Code = "model_error"
	BadAnswer     Code = "bad_answer"
	GameOver      Code = "game_over"
	Limited       Code = "limit"
	Cancelled     Code = "cancelled"
	Busy          Code = "busy"
	Poisoned      Code = "poisoned"
	Internal      Code = "internal"

	RulesetError   Code = "ruleset_error"
	CharacterError Code = "character_error"
	PackError      Code = "pack_error"
)

// Codes lists them with what each means.
var Codes = []struct {
	Code Code
	Doc  string
}{
	{BadRequest, "the frame cannot be read, or its envelope is wrong"},
	{BadVersion, "the envelope is of another version of the protocol"},
	{UnknownMethod, "there is no such method"},
	{BadParams, "a parameter is missing, of a wrong type, unknown, or makes no sense"},
	{NotFound, "a handle names nothing: it was closed, or never given; or the runtime is closed"},
	{ModelError, "the text is no model at all, or an agent's policy fails"},
	{BadAnswer, "the answer does not fit what the game asks; nothing has changed"},
	{GameOver, "the game is over and takes no answer"},
	{Limited, "a limit of the runtime would be passed; nothing has changed"},
	{Cancelled, "the call was cancelled, or the runtime is closing"},
	{Busy, "the game waits for a function of the host, which has called it or runs meanwhile; nothing has changed"},
	{Poisoned, "a fault of the engine has hit this game before; it can only be closed"},
	{Internal, "a fault of the engine"},
	{RulesetError, "packs of character rules do not load; `data.code` says of each error what kind it is ([packs.md](packs.md))"},
	{PackError, "a pack is not sound, does not go with others, or is beyond what the runtime allows; `data.code` says of each error what kind it is ([content-packs.md](content-packs.md))"},
	{CharacterError, "character rules refuse what was asked; nothing has changed. `place` is where, `data.code` what kind of error it is ([characters.md](characters.md), [actions.md](actions.md))"},
}

// Error is what a host is told.
type Error struct {
	Code    Code
	Message string
	Place   string
	At      diag.Pos
	Data    []byte   // JSON, an object: more about it; nil: nothing
	More    []*Error // several at once: one for each diagnostic
}

func (e *Error) Error() string { return string(e.Code) + ": " + e.Message }

// wrong gives an error a code, unless it has one: that of a call which was interrupted.
func wrong(code Code, err error) error {
	if e, ok := err.(*Error); ok {
		return e
	}
	return errorf(code, "%v", err)
}

func wrongParam(name string, err error) error {
	if e, ok := err.(*Error); ok {
		return e
	}
	return errorf(BadParams, "%s: %v", name, err)
}

func errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...)}
}

// Errorf makes an Error.
func Errorf(code Code, format string, args ...any) *Error { return errorf(code, format, args...) }
