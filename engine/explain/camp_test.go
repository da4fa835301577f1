package explain_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/drive"
	"github.com/astragal-engine/astragal/engine/explain"
)

// take answers with the option that has a label.
func take(t *testing.T, s *drive.Session, label string) {
	t.Helper()
	for i, o := range s.Game().Request().Options {
		if o.Label == label {
			require.NoError(t, s.Answer(i))
			return
		}
	}
	require.Fail(t, "no option "+label, "%s", drive.RequestLine(s.Game(), s.Game().Request()).Text)
}

// The camp has one of everything that can be explained; the golden file is what is said of it.
func TestCamp(t *testing.T) {
	s := start(t, load(t, "testdata/camp.yaml"), drive.Options{})
	var b strings.Builder
	say := func(title string, sentences []string) {
		fmt.Fprintf(&b, "== %s\n%s\n", title, strings.Join(sentences, "\n"))
	}
	action := func(name string, o explain.Options) {
		e, err := explain.Actions(s.Game(), name, o)
		require.NoError(t, err)
		say(fmt.Sprintf("action %s, seat %d", name, o.Seat), e.Sentences)
	}
	value := func(x string) *explain.Valuation {
		e, err := explain.Value(s.Game(), x, asked)
		require.NoError(t, err)
		say("value "+x, e.Sentences)
		return e
	}
	trigger := func(name string) *explain.Hearing {
		e, err := explain.Triggers(s, name, asked)
		require.NoError(t, err)
		say("trigger "+name, e.Sentences)
		return e
	}
	ends := func() {
		e, err := explain.Ends(s.Game(), asked)
		require.NoError(t, err)
		say("ends", e.Sentences)
	}
	action("", asked)
	for _, name := range []string{"odd", "shout", "mumble", "blow"} {
		action(name, asked)
	}
	action("buy", explain.Options{Seat: 1})
	value("gold[actor] * price('map') + len(bag)")
	value("rich")
	value("gold[9]")
	require.Len(t, value("might").Modified, 1)
	trigger("night")
	trigger("rooster")
	ends()
	take(t, s, "sleep")
	h := trigger("")
	require.True(t, h.Open)
	take(t, s, "skip")
	h = trigger("dream")
	require.Equal(t, "declined", h.Triggers[0].Verdict)
	require.True(t, trigger("night").Replaced)
	action("", asked)
	action("mumble", asked)
	action("buy", asked)
	action("shout", explain.Options{Seat: 1})
	m := value("modified('might', gold[actor])").Modified[0]
	require.Equal(t, []string{"inactive", "applied", "condition", "applied", "applied"}, whys(m))
	ends()
	golden(t, "camp.txt", b.String())
}

func whys(m explain.Modified) []string {
	var out []string
	for _, x := range m.Modifiers {
		out = append(out, x.Why)
	}
	return out
}

// The data beneath the sentences, of a part that is false two functions deep.
func TestReasons(t *testing.T) {
	s := start(t, load(t, "testdata/camp.yaml"), drive.Options{})
	e, err := explain.Actions(s.Game(), "buy", asked)
	require.NoError(t, err)
	require.Len(t, e.Actions, 1)
	a := e.Actions[0]
	require.False(t, a.Legal)
	require.Equal(t, "condition", a.Why)
	require.Len(t, a.Reasons, 1)
	r := a.Reasons[0]
	require.Equal(t, "gold[p] >= cost", r.Text)
	require.Equal(t, &explain.Place{File: "testdata/camp.yaml", Line: 15, Column: 64}, r.At)
	require.Equal(t, []string{"can_buy(actor, 'sword')"}, r.Within)
	require.Equal(t, []explain.Named{{Name: "gold[p]", Value: "2"}, {Name: "cost", Value: "6"}, {Name: "p", Value: "0"}}, r.Values)
	require.Equal(t, 4.0, *r.Missing)
}

// What is asked about and is not there, or is no expression, is an error; a part that fails is not.
func TestNothingThere(t *testing.T) {
	s := start(t, load(t, "testdata/camp.yaml"), drive.Options{})
	_, err := explain.Actions(s.Game(), "fly", asked)
	require.EqualError(t, err, "there is no action 'fly'")
	_, err = explain.Triggers(s, "flood", asked)
	require.EqualError(t, err, "there is no event or trigger 'flood'")
	_, err = explain.Value(s.Game(), "1 +", asked)
	require.ErrorContains(t, err, "SyntaxError")
	stop := fmt.Errorf("enough")
	_, err = explain.Ends(s.Game(), explain.Options{Interrupt: func() error { return stop }})
	require.Equal(t, stop, err)
}

// Much work is cut off and said to be.
func TestBounded(t *testing.T) {
	p := parse(t, `
name: Long
num_players: 1
actions:
  a: {pre_x: "all(j + k >= 0 for j in range(200) for k in range(200))"}
  b: {}
  c: {}
flow: {kind: step, id: go, actor_x: "0", do: [a, b, c]}
end: []
`)
	s := start(t, p, drive.Options{})
	e, err := explain.Actions(s.Game(), "", asked)
	require.NoError(t, err)
	require.True(t, e.Cut)
	require.Len(t, e.Actions, 3)
	require.True(t, e.Actions[0].Legal)
	require.Less(t, len(text(t, e)), 1_000_000)
}
