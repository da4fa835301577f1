package value

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

var attrs = []Value{UIDKey, OfText("id"), OfText("cost"), OfText("power"), OfText("tags")}

// TestStoresAreIndependent drives several stores, cloned from and over one another, beside models
// made of maps.
func TestStoresAreIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type model map[int64]map[string]string
		newStore := func() *Store { s := NewStore(NewEpoch()); return &s }
		stores := []*Store{newStore(), newStore(), newStore()}
		models := []model{{}, {}, {}}
		template := []Value{{}, OfInt(1), OfInt(2), OfInt(3), OfList([]Value{OfInt(4)})}
		keys := NewKeys(attrs...)
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			i := rapid.IntRange(0, 2).Draw(t, "store")
			s, m := stores[i], models[i]
			uid := int64(rapid.IntRange(1, int(s.Next())).Draw(t, "uid"))
			switch rapid.SampledFrom([]string{"add", "add", "set", "set", "list", "new", "drop", "clone"}).Draw(t, "op") {
			case "add":
				uid = s.Add(keys, template)
				m[uid] = map[string]string{}
				for k, key := range attrs[1:] {
					m[uid][key.Text()] = Repr(nil, template[k+1])
				}
			case "set":
				if m[uid] != nil {
					v := OfInt(int64(rapid.IntRange(0, 99).Draw(t, "v")))
					s.Set(uid, attrs[2], v)
					m[uid]["cost"] = Repr(nil, v)
				}
			case "list":
				if m[uid] != nil {
					v, _ := s.Attr(uid, attrs[4])
					o := NewOwner(s.Epoch())
					v = o.Insert(v, 0, OfInt(uid))
					s.Set(uid, attrs[4], v)
					m[uid]["tags"] = Repr(nil, v)
				}
			case "new":
				if m[uid] != nil {
					s.Set(uid, OfText("extra"), OfInt(uid))
					m[uid]["extra"] = Repr(nil, OfInt(uid))
				}
			case "drop":
				s.Drop(uid)
				delete(m, uid)
			case "clone":
				j := rapid.IntRange(0, 2).Draw(t, "into")
				if j == i {
					continue
				}
				s.CloneInto(stores[j])
				s.SetEpoch(NewEpoch())
				stores[j].SetEpoch(NewEpoch())
				models[j] = model{}
				for uid, x := range m {
					c := map[string]string{}
					for k, v := range x {
						c[k] = v
					}
					models[j][uid] = c
				}
			}
			for i, s := range stores {
				for uid := int64(1); uid < s.Next(); uid++ {
					in, want := s.Get(uid), models[i][uid]
					if in == nil != (want == nil) {
						t.Fatalf("store %d: instance %d: there %v, want %v", i, uid, in != nil, want != nil)
					}
					if in == nil {
						continue
					}
					if in.Keys().Len() != len(want)+1 || in.At(uid, 0) != OfInt(uid) {
						t.Fatalf("store %d: instance %d has keys %v", i, uid, in.Keys().List())
					}
					for k, v := range want {
						if got, _ := s.Attr(uid, OfText(k)); Repr(nil, got) != v {
							t.Fatalf("store %d: %d[%s] is %s, want %s", i, uid, k, Repr(nil, got), v)
						}
					}
				}
			}
		}
	})
}

func TestInstances(t *testing.T) {
	s := NewStore(NewEpoch())
	one := OfInst(s.Add(NewKeys(attrs[:3]...), []Value{{}, OfText("orc"), OfInt(2)}))
	two := OfInst(s.Add(NewKeys(attrs[:3]...), []Value{{}, OfText("orc"), OfInt(2)}))
	require.Equal(t, "{'uid': 1, 'id': 'orc', 'cost': 2}", Repr(&s, one))
	require.True(t, Equal(&s, one, one))
	require.False(t, Equal(&s, one, two))
	require.False(t, Equal(&s, one, AsDict(&s, one)))
	require.Equal(t, 3, Len(&s, one))
	require.True(t, Contains(&s, one, attrs[1]))
	require.Equal(t, OfInt(2), Subscript(&s, one, attrs[2]))
	require.Equal(t, "[('uid', 2), ('id', 'orc'), ('cost', 2)]",
		Repr(&s, Method(Inst, "items").Call(&Call{Store: &s, Self: two})))
	for _, f := range []func(){
		func() { Hash(one) },
		func() { NewKeys(one) },
		func() { s.Set(1, UIDKey, OfInt(4)) },
	} {
		_, failed := try(func() Value { f(); return Value{} })
		require.Equal(t, "TypeError", failed.Class)
	}
	_, failed := try(func() Value { return Subscript(&s, one, OfText("hp")) })
	require.Equal(t, "KeyError: 'hp'", failed.Error())
}

// A clone into memory that is used again, and writes to it, allocate nothing.
func TestCloneAllocatesNothing(t *testing.T) {
	root, dst := fullStore(), NewStore(NewEpoch())
	run := func() {
		root.CloneInto(&dst)
		root.SetEpoch(NewEpoch())
		dst.SetEpoch(NewEpoch())
		for uid := int64(1); uid < 40; uid += 3 {
			dst.Set(uid, attrs[2], OfInt(uid))
		}
		dst.Add(fullKeys, fullVals)
		dst.Drop(5)
	}
	run()
	require.Zero(t, testing.AllocsPerRun(100, run))
	v, _ := root.Attr(4, attrs[2])
	require.Equal(t, OfInt(2), v)
}

// Pieces that come, change and go in one long game must not pile up.
func TestChurnReusesMemory(t *testing.T) {
	s := NewStore(NewEpoch())
	s.Add(fullKeys, fullVals)
	run := func() {
		uid := s.Add(fullKeys, fullVals)
		s.Set(uid, attrs[1], OfInt(uid))
		s.Drop(uid)
	}
	for range 2000 {
		run()
	}
	require.Len(t, s.vals.chunks, 1)
}

var (
	fullKeys = NewKeys(attrs...)
	fullVals = []Value{{}, OfInt(1), OfInt(2), OfInt(3), OfInt(4)}
)

func fullStore() *Store {
	s := NewStore(NewEpoch())
	for range 600 {
		s.Add(fullKeys, fullVals)
	}
	return &s
}

// BenchmarkStoreClone clones 10 zones of 60 instances with 4 attributes into memory used before.
func BenchmarkStoreClone(b *testing.B) {
	root, dst := fullStore(), NewStore(NewEpoch())
	b.ReportAllocs()
	for b.Loop() {
		root.CloneInto(&dst)
		dst.SetEpoch(1 << 62)
	}
}

func BenchmarkStoreCloneAndWrite(b *testing.B) {
	root, dst := fullStore(), NewStore(NewEpoch())
	b.ReportAllocs()
	for b.Loop() {
		root.CloneInto(&dst)
		root.SetEpoch(NewEpoch())
		dst.SetEpoch(NewEpoch())
		for uid := int64(1); uid < 100; uid += 10 {
			dst.Set(uid, attrs[2], OfInt(uid))
		}
	}
}

// Marks from stocks and single ones never meet.
func TestEpochsAreUnique(t *testing.T) {
	seen := map[uint64]bool{0: true}
	var a, b Epochs
	for range 3 * stock {
		for _, e := range []uint64{a.New(), NewEpoch(), b.New()} {
			require.False(t, seen[e])
			seen[e] = true
		}
	}
}
