package formula

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/dice"
)

// self is an object that has itself as a member.
type self struct{}

func (self) Members() []string                  { return []string{"me"} }
func (s self) Member(string) (Value, *Error)    { return ObjectValue(s), nil }
func settle(v Value, steps int) (Value, *Error) { return v.Settled(NewBudget(steps, dice.Limits{})) }
func doubled(v Value, n int) Value {
	for range n {
		v = ListValue([]Value{v, v})
	}
	return v
}

func TestSettled(t *testing.T) {
	some := ListValue([]Value{ObjectValue(Record{{"a", IntValue(1)}}), StringValue("x"), NullV})
	_, err := settle(some, 2+stepsPerMember)
	require.NotNil(t, err, "three elements and a member")
	v, err := settle(some, 3+stepsPerMember)
	require.Nil(t, err)
	text, err := v.AppendJSON(nil)
	require.Nil(t, err)
	require.Equal(t, `[{"a":1},"x",null]`, string(text))
	for name, v := range map[string]Value{
		"an object without end": ObjectValue(self{}), "a list that is far larger than what it is made of": doubled(IntValue(1), 60),
		"a long text": StringValue(string(make([]byte, 10_000_000))),
	} {
		_, err := settle(v, 0)
		require.NotNil(t, err, name)
		require.Equal(t, SafetyLimit, err.Code, name)
	}
}
