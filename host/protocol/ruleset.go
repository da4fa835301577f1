package protocol

import (
	"encoding/json"

	"github.com/astragal-engine/astragal/engine/character"
	"github.com/astragal-engine/astragal/host/session"
)

var keyRuleset = newKey("ruleset")

// packSources reads the parameter packs: a list of paths, of {name, files: {path: text}}, or of {pack, ruleset?}.
func (c *call) packSources() ([]session.PackSource, error) {
	text, err := plainJSON(c.arg("packs").bytes)
	if err != nil {
		return nil, err
	}
	var list []json.RawMessage
	if json.Unmarshal(text, &list) != nil || len(list) == 0 {
		return nil, badParam("packs", "is no list of paths, or of maps with name and files")
	}
	out := make([]session.PackSource, len(list))
	for i, item := range list {
		if json.Unmarshal(item, &out[i].Path) == nil {
			continue
		}
		var given struct {
			Name    string            `json:"name"`
			Files   map[string]string `json:"files"`
			Pack    string            `json:"pack"`
			Ruleset string            `json:"ruleset"`
		}
		if json.Unmarshal(item, &given) != nil || (given.Files == nil) == (given.Pack == "") {
			return nil, badParam("packs", "has an entry that is neither a path nor a map with name and files, or with pack")
		}
		out[i] = session.PackSource{Name: given.Name, Files: given.Files, ID: given.Pack, Ruleset: given.Ruleset}
	}
	return out, nil
}

func rulesetLoad(c *call) error {
	list, err := c.packSources()
	if err != nil {
		return err
	}
	h, rs, err := c.LoadRuleset(list)
	if err != nil {
		return err
	}
	c.w.Key(keyRuleset)
	c.w.Uint(uint64(h))
	c.w.Name("packs")
	packs := rs.Rules().Packs
	c.w.List(len(packs))
	for _, p := range packs {
		c.w.Map()
		for _, entry := range [][2]string{{"id", p.ID}, {"version", p.Version}, {"title", p.Title}, {"licence", p.Licence}} {
			c.w.Name(entry[0])
			c.w.Text(entry[1])
		}
		c.w.EndMap()
	}
	c.w.EndList()
	return nil
}

func rulesetCheck(c *call) error {
	list, err := c.packSources()
	if err != nil {
		return err
	}
	report, err := c.CheckRuleset(list)
	if err != nil {
		return err
	}
	return c.members(report, "")
}

func rulesetClose(c *call) error { return c.CloseRuleset(c.handleOf("ruleset")) }

// rules makes a method of a call of character rules: all parameters but the ruleset become its input.
func rules(run func(rs *character.Ruleset, input []byte, c *call) []byte) func(*call) error {
	return func(c *call) error {
		rs, err := c.Ruleset(c.handleOf("ruleset"))
		if err != nil {
			return err
		}
		input := []byte{'{'}
		for i, p := range c.method.Params {
			v := &c.values[i]
			if p.Type != Value || !v.given {
				continue
			}
			text, err := plainJSON(v.bytes)
			if err != nil {
				return err
			}
			if len(input) > 1 {
				input = append(input, ',')
			}
			input = append(append(appendJSONText(input, p.Name), ':'), text...)
		}
		input = append(input, '}')
		out, err := c.Guarded(func() []byte { return run(rs.Ruleset, input, c) })
		if err != nil {
			return err
		}
		return c.spread(out)
	}
}

// spread makes the result of what a call of character rules gave, or gives its errors.
func (c *call) spread(object []byte) error {
	var head struct {
		OK     bool              `json:"ok"`
		Errors []json.RawMessage `json:"errors"`
	}
	if err := json.Unmarshal(object, &head); err != nil {
		return err
	}
	if !head.OK {
		return characterFault(head.Errors)
	}
	return c.members(object, "ok")
}

// members writes the members of a JSON object into the result, all but one.
func (c *call) members(object []byte, but string) error {
	list, err := membersOf(object)
	for _, m := range list {
		if m.name != but {
			c.w.Name(m.name)
			c.w.JSON(m.value)
		}
	}
	return err
}

// characterFault gives the errors of a call of character rules.
func characterFault(list []json.RawMessage) error {
	var out *session.Error
	for _, raw := range list {
		var e struct {
			Code    string                     `json:"code"`
			Path    string                     `json:"path"`
			Message string                     `json:"message"`
			Data    map[string]json.RawMessage `json:"data"`
		}
		if err := json.Unmarshal(raw, &e); err != nil {
			return err
		}
		if e.Data == nil {
			e.Data = map[string]json.RawMessage{}
		}
		code, err := json.Marshal(e.Code)
		if err != nil {
			return err
		}
		e.Data["code"] = code
		data, err := json.Marshal(e.Data)
		if err != nil {
			return err
		}
		one := &session.Error{Code: session.CharacterError, Message: e.Message, Place: e.Path, Data: data}
		if out == nil {
			out = one
		} else {
			out.More = append(out.More, one)
		}
	}
	return out
}

func sheetCompute(rs *character.Ruleset, input []byte, _ *call) []byte { return rs.ComputeSheet(input) }
func sheetOptions(rs *character.Ruleset, input []byte, _ *call) []byte { return rs.ListOptions(input) }
func sheetApply(rs *character.Ruleset, input []byte, _ *call) []byte {
	return rs.ApplyChanges(input, nil)
}
func sheetDescribe(rs *character.Ruleset, input []byte, _ *call) []byte { return rs.Describe(input) }
func actionStart(rs *character.Ruleset, input []byte, c *call) []byte {
	return rs.StartAction(input, character.ActionOptions{StateKey: c.arg("state_key").bytes})
}
func actionContinue(rs *character.Ruleset, input []byte, c *call) []byte {
	return rs.ContinueAction(input, character.ActionOptions{StateKey: c.arg("state_key").bytes})
}
