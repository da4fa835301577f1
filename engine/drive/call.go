package drive

import (
	"encoding/json"
	"fmt"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/value"
)

// Function answers calls of code outside the model, which it is told by its name there. args is a dict of what the model
// gives. The answer is a plain value: None, a bool, number, text, list, or a dict with texts as keys; an
// error stops the game. It may read the game until it returns, and must not use the session.
type Function func(g *game.Game, code string, args value.Value) (value.Value, error)

// Reply is what a function answered: a value in JSON, or why there is none. A session keeps them, so
// that what is played again needs no function.
type Reply struct {
	Code  string
	Value json.RawMessage
	Error string // the game was stopped with it; Value is nil
}

const maxReplyError = 1000 // bytes

// call has a function answer.
func (s *Session) call(g *game.Game) Reply {
	code, args := g.Called()
	v, err := s.opts.Function(g, code, args)
	r := Reply{Code: code}
	if err == nil {
		r.Value, err = plainJSON(v)
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
	v, err := plainValue(r.Value)
	if err != nil {
		return err
	}
	return g.Reply(v)
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

// A reply in JSON is [code, value] or [code, null, error].
func (r Reply) MarshalJSON() ([]byte, error) {
	code := appendText([]byte{'['}, r.Code)
	if r.Error != "" {
		return append(appendText(append(code, ",null,"...), r.Error), ']'), nil
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
	} else if ok {
		v, err := plainValue(parts[1])
		if err == nil {
			r.Value, err = plainJSON(v)
		}
		if err != nil {
			return fmt.Errorf("reply of code '%s': %w", r.Code, err)
		}
	}
	if !ok {
		return fmt.Errorf("a reply is [code, value] or [code, null, error]")
	}
	return nil
}
