package sheet

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestChangesAreReadAndWritten(t *testing.T) {
	for _, text := range []string{
		`{"type":"set","field":"p:hp","value":[1,"a"]}`,
		`{"type":"adjust","field":"p:hp","by":-7,"tags":["damage.fire"]}`,
		`{"type":"adjust","field":"p:hp","by":"2 - batch.adjusted['p:hp']"}`,
		`{"type":"addItem","entry":{"item":"p:sword","quantity":2,"equipped":true,"state":{"a":1},"choices":{"c":["x"]},"templates":["p:t"]}}`,
		`{"type":"addItem","entry":{"id":"s","item":"p:sword"}}`,
		`{"type":"removeItem","entry":"s"}`,
		`{"type":"removeItem","copies":{"type":"p:ammunition","where":"item.kind == 'arrows'"}}`,
		`{"type":"setQuantity","entry":"s","value":0}`,
		`{"type":"equip","entry":"s","equipped":false}`,
		`{"type":"setState","applied":{"where":"self.rounds > 0","limit":1},"key":"rounds","value":"self.rounds - 1"}`,
		`{"type":"adjustState","entry":"s","key":"uses","by":-1}`,
		`{"type":"choose","path":{"entry":"s","choice":["class-feat-2"]},"option":"p:feat"}`,
		`{"type":"unchoose","path":{"choice":["a","b","c"]},"option":3}`,
		`{"type":"applyEffect","source":"p:bless","id":"b","active":false,"state":{"rounds":{"formula":"batch.index"}}}`,
		`{"type":"removeEffect","entry":"b"}`,
		`{"type":"toggleEffect","entry":"b"}`,
		`{"type":"applyTemplate","entry":"s","template":"p:flame"}`,
		`{"type":"removeTemplate","template":"p:flame"}`,
		`{"type":"offerFollowUp","followUp":"p:dying","source":{"type":"item","id":"p:x","entry":"s"},"params":{"n":1}}`,
		`{"type":"clearFollowUp","id":"o"}`,
		`{"type":"finishCreation"}`,
		`{"type":"setExtension","key":"app","value":{"a":null}}`,
	} {
		list, err := ReadChanges([]byte("[" + text + "]"))
		require.NoError(t, err, text)
		require.Equal(t, text, string(list[0].AppendJSON(nil)))
	}
}

func TestChangeShapesThatAreRefused(t *testing.T) {
	for _, row := range []struct{ text, code, path string }{
		{`{}`, "schema", "changes"},
		{`[1]`, "schema", "changes[0]"},
		{`[{}]`, "schema", "changes[0]"},
		{`[{"type":"grow"}]`, "unknown-change", "changes[0].type"},
		{`[{"type":"set","field":"p:a"}]`, "schema", "changes[0]"},
		{`[{"type":"set","field":"p:a","value":1,"entry":"s"}]`, "schema", "changes[0].entry"},
		{`[{"type":"set","field":"p:a","value":1,"feild":1}]`, "schema", "changes[0].feild"},
		{`[{"type":"adjust","field":"p:a","by":true}]`, "schema", "changes[0].by"},
		{`[{"type":"removeItem"}]`, "schema", "changes[0]"},
		{`[{"type":"removeItem","entry":"a","copies":{}}]`, "schema", "changes[0]"},
		{`[{"type":"choose","path":{"choice":["a","b"]},"option":"c"}]`, "invalid-path", "changes[0].path"},
		{`[{"type":"choose","path":{"choice":[]},"option":"c"}]`, "invalid-path", "changes[0].path"},
		{`[{"type":"choose","path":{"choice":["a"]},"option":[]}]`, "schema", "changes[0].option"},
		{`[{"type":"removeEffect","applied":{"limit":-1}}]`, "schema", "changes[0].applied.limit"},
		{`[{"type":"addItem","entry":"s"}]`, "schema", "changes[0].entry"},
	} {
		_, err := ReadChanges([]byte(row.text))
		require.IsType(t, Errors{}, err, row.text)
		first := err.(Errors)[0]
		require.Equal(t, [2]string{row.code, row.path}, [2]string{first.Code, first.Path}, "%s: %v", row.text, err)
	}
}

func TestAnyChangesAreReadOrRefused(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text, err := json.Marshal([]any{randomData(t, 4)})
		require.NoError(t, err)
		if list, err := ReadChanges(text); err == nil {
			again, err := ReadChanges(append(list[0].AppendJSON([]byte("[")), ']'))
			require.NoError(t, err)
			require.Equal(t, list, again)
		}
	})
}
