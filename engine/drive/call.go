package drive

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/internal/jsontext"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/value"
)

// Function answers calls of code outside the model. The answer is a plain value (None, a bool, number, text, list,
// or a dict with texts as keys), a list of ops where the code is of kind content, or a chance, after which it is
// asked again; an error stops the game. It may read the game until it returns, and must not use the session.
type Function func(g *game.Game, q program.Asked) (program.Answer, error)

// Reply is what a function answered: in JSON, or why there is nothing. A session keeps them, so that what is
// played again needs no function.
type Reply struct {
	Code  string
	Form  program.Form
	Value json.RawMessage // of a chance pairs of an outcome and its probability
	Error string          // the game was stopped with it; Value is nil
}

const maxReplyError = 1000 // bytes

// call has a function answer.
func (s *Session) call(g *game.Game) Reply {
	q := g.Called()
	answer, err := s.opts.Function(g, q)
	r := Reply{Code: q.Code, Form: answer.Form}
	if err == nil {
		r.Value, err = answerJSON(answer)
	}
	if err != nil {
		if r.Error = err.Error(); len(r.Error) > maxReplyError {
			r.Error = r.Error[:maxReplyError]
		}
		if r.Error == "" {
			r.Error = "failed"
		}
	}
	return r
}

// give lets the game go on with a reply.
func (r Reply) give(g *game.Game) error {
	if r.Error != "" {
		return g.Refuse(r.Error)
	}
	answer, err := readAnswer(r.Form, r.Value)
	if err != nil {
		return err
	}
	return g.Reply(answer)
}

// answerJSON writes an answer without its form; readAnswer reads it.
func answerJSON(a program.Answer) (json.RawMessage, error) {
	switch a.Form {
	case program.GivesValue, program.GivesOps:
		return plainJSON(a.Value)
	case program.GivesPick:
		return nil, errors.New("code that is called picks nothing")
	}
	if a.Value.Kind() != value.List || len(a.Weights) != len(a.Value.Items()) {
		return nil, errors.New("a chance without outcomes")
	}
	pairs := make([]value.Value, len(a.Weights))
	for i, x := range a.Value.Items() {
		pairs[i] = value.OfList([]value.Value{x, value.OfFloat(a.Weights[i])})
	}
	return plainJSON(value.OfList(pairs))
}

func readAnswer(form program.Form, data json.RawMessage) (program.Answer, error) {
	v, err := plainValue(data)
	if form != program.GivesChance || err != nil {
		return program.Answer{Form: form, Value: v}, err
	}
	if v.Kind() != value.List {
		return program.Answer{}, errors.New("a chance is a list of [value, probability]")
	}
	a := program.Answer{Form: form}
	outcomes := make([]value.Value, len(v.Items()))
	for i, x := range v.Items() {
		if x.Kind() != value.List || len(x.Items()) != 2 {
			return program.Answer{}, errors.New("a chance is a list of [value, probability]")
		}
		p, ok := value.Number(x.Items()[1])
		if !ok {
			return program.Answer{}, errors.New("a probability is a number")
		}
		outcomes[i] = x.Items()[0]
		a.Weights = append(a.Weights, p)
	}
	a.Value = value.OfList(outcomes)
	return a, nil
}

// calls answers what a game calls until it asks or is over, and gives the replies. They come from
// script, which loses them; where it is nil, from the function.
func (s *Session) calls(g *game.Game, script *[]Reply) (told []Reply, err error) {
	for g.Kind() == game.Call {
		var r Reply
		if script != nil {
			r, *script = (*script)[0], (*script)[1:]
			g.SetHosted(next(*script))
		} else {
			if err := s.interrupted(); err != nil {
				return nil, err
			}
			if r = s.call(g); r.Error != "" {
				if err := s.interrupted(); err != nil {
					return nil, err
				}
			}
		}
		if err := r.give(g); err != nil {
			return nil, err
		}
		told = append(told, r)
	}
	return told, nil
}

// next is the code that may answer where a script does: that of its next reply. Where none is left there
// was no function, and the game stopped.
func next(script []Reply) map[string]bool {
	if len(script) == 0 {
		return nil
	}
	return map[string]bool{script[0].Code: true}
}

// SetFunction changes which calls are answered from now on, and by whom; see Options.
func (s *Session) SetFunction(hosted map[string]bool, f Function) {
	s.opts.Hosted, s.opts.Function = hosted, f
}

// opening is where the replies stand that were given before the first answer.
const opening = -1

// keep notes the replies of a step, in place of all that came at or after it.
func (s *Session) keep(at int, told []Reply) {
	for k := range s.told {
		if k >= at {
			delete(s.told, k)
		}
	}
	if len(told) > 0 {
		if s.told == nil {
			s.told = map[int][]Reply{}
		}
		s.told[at] = told
	}
}

// replies lists what was told in the game so far.
func (s *Session) replies() []Reply {
	var out []Reply
	for i := opening; i < s.at && len(s.told) > 0; i++ {
		out = append(out, s.told[i]...)
	}
	return out
}

// A reply in JSON is [code, value], [code, null, error], [code, ops, "ops"] or [code, outcomes, "chance"].
func (r Reply) MarshalJSON() ([]byte, error) {
	code := jsontext.AppendText([]byte{'['}, r.Code)
	switch {
	case r.Error != "":
		return append(jsontext.AppendText(append(code, ",null,"...), r.Error), ']'), nil
	case r.Form != program.GivesValue:
		return append(jsontext.AppendText(append(append(append(code, ','), r.Value...), ','), r.Form.String()), ']'), nil
	}
	return append(append(append(code, ','), r.Value...), ']'), nil
}

func (r *Reply) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	*r = Reply{}
	ok := (len(parts) == 2 || len(parts) == 3) && json.Unmarshal(parts[0], &r.Code) == nil
	if ok && len(parts) == 3 {
		ok = json.Unmarshal(parts[2], &r.Error) == nil && r.Error != ""
		if string(parts[1]) != "null" {
			switch r.Error {
			case program.GivesOps.String():
				r.Form = program.GivesOps
			case program.GivesChance.String():
				r.Form = program.GivesChance
			default:
				ok = false
			}
			r.Error = ""
		}
	}
	if !ok {
		return fmt.Errorf(`a reply is [code, value], [code, null, error], [code, ops, "ops"] or [code, outcomes, "chance"]`)
	}
	if r.Error != "" {
		return nil
	}
	return r.read(parts[1])
}

// read takes a reply's value from JSON that is not trusted.
func (r *Reply) read(data []byte) error {
	a, err := readAnswer(r.Form, data)
	if err == nil {
		r.Value, err = answerJSON(a)
	}
	if err != nil {
		return fmt.Errorf("reply of code '%s': %w", r.Code, err)
	}
	return nil
}
