package protocol

import "bytes"

// idOf finds the id of a request that cannot be read as a whole, so that whoever waits for its answer hears
// of it: among the plain entries that stand first, or as the last entry. 0 where it is at neither.
func idOf(b []byte) uint64 {
	if id, found := firstID(b); found {
		return id
	}
	key := []byte("\xa2id")
	if at := bytes.LastIndex(b, key); at >= 0 {
		if h, err := readHead(b, at+len(key)); err == nil && h.kind == kindInt && !h.neg && h.body == len(b) {
			return h.u
		}
	}
	return 0
}

func firstID(b []byte) (id uint64, found bool) {
	top, err := readHead(b, 0)
	if err != nil || top.kind != kindMap {
		return 0, false
	}
	at := top.body
	for range top.n {
		k, err := readHead(b, at)
		if err != nil || k.kind != kindText || k.end() > len(b) {
			return 0, false
		}
		v, err := readHead(b, k.end())
		switch {
		case err != nil:
			return 0, false
		case v.kind == kindInt && string(b[k.body:k.end()]) == "id":
			return v.u, !v.neg
		case v.kind == kindInt, v.kind == kindBool, v.kind == kindNil:
			at = v.body
		case v.kind == kindText && v.end() <= len(b):
			at = v.end()
		default:
			return 0, false
		}
	}
	return 0, false
}
