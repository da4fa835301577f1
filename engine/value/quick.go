package value

// EqualQuick is Equal where a glance tells; sure is false where it does not.
func EqualQuick(a, b Value) (equal, sure bool) {
	ka, kb := a.Kind(), b.Kind()
	if a == b {
		return true, ka == Int || singular[ka] || ka == Bool
	}
	switch {
	case ka == Text && kb == Text:
		return a.n == b.n && a.ref.text == b.ref.text, true
	case ka == Int && kb == Int || singular[ka] || singular[kb]:
		return false, true
	}
	return false, false
}

// singular are the kinds of which no value equals another, nor a value of another kind; texts that are
// equal are excepted.
var singular = [kinds]bool{None: true, Inst: true, Text: true}

// ContainsQuick is Contains for a list or tuple where a glance at each element tells.
func ContainsQuick(in, x Value) (found, sure bool) {
	if k := in.Kind(); k != List && k != Tuple {
		return false, false
	}
	items := in.ref.items
	if len(items) > maxWork {
		return false, false
	}
	if x.ref == nil {
		for i := range items {
			if items[i].ref == nil {
				return true, true
			}
		}
		return false, true
	}
	for i := range items {
		if items[i] == x {
			return true, true
		}
		equal, sure := EqualQuick(items[i], x)
		if equal || !sure {
			return equal, sure
		}
	}
	return false, true
}
