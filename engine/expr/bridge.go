package expr

import "github.com/astragal-engine/astragal/engine/value"

func (e *Env) printable(v value.Value) value.Value { return v }

func (e *Env) formatValue(v value.Value, spec string) string {
	return value.FormatLimited(e.Store, &e.size, v, spec)
}

// valueMethod calls a method of package value.
func (e *Env) valueMethod(v value.Value, name string, args []value.Value, kws []Keyword) value.Value {
	m := value.Method(v.Kind(), name)
	if m == nil {
		e.noMethod(e.at, v, name)
	}
	c := &value.Call{Store: e.Store, Budget: &e.size, Self: v, Args: args}
	for _, k := range kws {
		c.Kw = append(c.Kw, value.Kwarg{Name: k.Name, Value: k.Value})
	}
	return m.Call(c)
}

func intBase(v, base value.Value) value.Value { return value.ToInt(v, base) }

func round(v, digits value.Value) value.Value { return value.Round(v, digits) }
