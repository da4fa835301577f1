package character_test

import (
	"encoding/json"
	"testing"
)

// FuzzCalls gives every call any text: each answers with JSON that says ok or what is wrong.
func FuzzCalls(f *testing.F) {
	for _, seed := range []string{
		`{"character":{}}`,
		`{"character":{"values":{"p:hp":3},"choices":{"origin":["north"]}},"path":{"choice":["origin"]}}`,
		`{"character":{"features":[{"id":"a","item":"p:x","choices":{"a":[{"option":1,"choices":{}}]}}]},"links":{"p:l":{"id":"x","values":{}}}}`,
		`{"character":{},"changes":[{"type":"adjust","field":"p:hp","by":-4},{"type":"setState","applied":{"where":"self.n > batch.index"},"key":"n","value":"1"}],"dice":{"seed":7},"strict":true}`,
		`{"character":{},"changes":[{"type":"addItem","entry":{"item":"p:x"}},{"type":"applyEffect","source":"p:x","state":{"n":{"formula":"1"}}},{"type":"finishCreation"}]}`,
		`{"ids":["p:hp","p:hp#x","fire"],"lang":"de-AT","args":{"n":1.5,"max":"ten","x":true}}`,
	} {
		f.Add([]byte(seed))
	}
	rules := tiny(f)
	f.Fuzz(func(t *testing.T, input []byte) {
		for _, out := range [][]byte{rules.ComputeSheet(input), rules.ListOptions(input), rules.ApplyChanges(input, nil), rules.Describe(input)} {
			var v struct {
				OK     *bool
				Errors []struct{ Code, Message string }
			}
			if err := json.Unmarshal(out, &v); err != nil || v.OK == nil || *v.OK != (v.Errors == nil) {
				t.Fatalf("%v: %s", err, out)
			}
			for _, e := range v.Errors {
				if e.Code == "" || e.Message == "" {
					t.Fatalf("an error without code or message: %s", out)
				}
			}
		}
	})
}
