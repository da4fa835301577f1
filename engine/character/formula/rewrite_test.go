package formula

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	passedRoots = []string{"steps", "flags", "params", "action"}
	laterRoots  = []string{"self", "item", "batch"}
)

func TestSummary(t *testing.T) {
	for _, line := range corpus(t, "summary.txt") {
		s := compiled(t, line[0], Any).Summary(testNames(), nil, "roll")
		assert.Equal(t, line[1], s.Text+" | "+shownTests(s), "%s", line[0])
	}
}

func shownTests(s Summary) string {
	switch {
	case !s.Decided:
		return "-"
	case len(s.Tests) == 0:
		return "none"
	}
	var list []string
	for _, test := range s.Tests {
		list = append(list, test.Of+" "+test.Compare+" "+shown(test.Value))
	}
	return strings.Join(list, ", ")
}

func TestPassOn(t *testing.T) {
	for _, line := range corpus(t, "passon.txt") {
		text, err := compiled(t, line[0], Any).PassOn(testNames(), nil, passedRoots, laterRoots)
		if err != nil {
			text = string(err.Code)
		}
		assert.Equal(t, line[1], text, "%s", line[0])
	}
}

// What is passed on means the same as what was written: the receiver, who knows nothing of the action, gets
// the value that the action would have got.
func TestPassedOnMeansTheSame(t *testing.T) {
	names := testNames()
	receiver := withCharacter{world{}}
	for slot, v := range names.world {
		if slot != slotSteps && slot != slotFlags && slot != slotParams && slot != slotAction {
			receiver.world[slot] = v
		}
	}
	for _, line := range corpus(t, "passon.txt") {
		f := compiled(t, line[0], Any)
		text, err := f.PassOn(names, nil, passedRoots, laterRoots)
		if err != nil {
			continue
		}
		want, wantErr := f.Eval(names, nil)
		got, gotErr := compiled(t, text, Any).Eval(receiver, nil)
		if wantErr != nil {
			require.NotNil(t, gotErr, text)
			assert.Equal(t, wantErr.Code, gotErr.Code, "%s", text)
			continue
		}
		require.Nil(t, gotErr, text)
		assert.Equal(t, shown(want), shown(got), "%s, passed on as %s", line[0], text)
	}
}

// A summary decides as the condition does, whatever is rolled.
func TestSummaryDecidesTheSame(t *testing.T) {
	names := testNames()
	for _, line := range corpus(t, "summary.txt") {
		f := compiled(t, line[0], Any)
		resolved := compiled(t, f.Summary(names, nil, "roll").Text, Any)
		for total := -2; total < 40; total += 3 {
			names.world[slotRoll] = ObjectValue(Record{{"total", IntValue(total)}, {"unbounded", IntValue(total + 1)}, {"value", NumberValue(float64(total) / 2)},
				{"kept", ints(total)}, {"faces", ints(total, 15)}, {"band", StringValue("arrows")}})
			want, wantErr := f.Eval(names, nil)
			got, gotErr := resolved.Eval(names, nil)
			if wantErr != nil {
				require.NotNil(t, gotErr, "%s as %s", line[0], resolved.Source())
				continue
			}
			require.Nil(t, gotErr, "%s as %s", line[0], resolved.Source())
			assert.Equal(t, shown(want), shown(got), "%s as %s", line[0], resolved.Source())
		}
	}
}
