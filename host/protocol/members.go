package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// member is a member of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// membersOf takes a JSON object apart, in its order.
func membersOf(object []byte) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, fmt.Errorf("a JSON object was expected")
	}
	var out []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		m := member{name: name.(string)}
		if err := d.Decode(&m.value); err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}
