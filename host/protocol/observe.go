package protocol

import (
	"bytes"

	"github.com/vmihailenco/msgpack/v5"

	"github.com/astragal-engine/astragal/engine/game"
	"github.com/astragal-engine/astragal/engine/observe"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/astragal-engine/astragal/host/session"
)

var (
	keyObservation = newKey("observation")
	keyMask        = newKey("mask")
	keySize        = newKey("size")
	keyListed      = newKey("listed")
	keyInfo        = newKey("info")
	keyFeatures    = newKey("features")
	keyWords       = newKey("words")
)

// batchObserve writes what seats see of the games of a batch.
func batchObserve(c *call) error {
	since, err := c.atLeast("since", 0, 0)
	if err != nil {
		return err
	}
	actions, err := c.atLeast("actions", 1, 0)
	if err != nil && c.given("actions") {
		return err
	}
	return c.withBatch(func(b *session.Batch) error {
		var seat *int
		if c.given("seat") {
			s := c.int("seat", 0)
			seat = &s
		}
		most := c.Runtime().Limits().FrameBytes
		o, err := b.Observe(seat, actions, most)
		if err != nil {
			return err
		}
		w, n := &c.w, b.Len()
		w.count(keySize, o.Size)
		w.Key(keyObservation)
		w.Bytes(4*n*o.Size, o.AppendRows)
		w.count(keyActions, o.Actions)
		w.Key(keyMask)
		w.Bytes(len(o.Mask), func(dst []byte) []byte { return append(dst, o.Mask...) })
		w.listed(b.Listed(), since)
		if !c.bool("info") {
			return nil
		}
		if !b.Info() {
			return badParam("info", "is true, and the batch was made without")
		}
		w.Key(keyInfo)
		w.List(n)
		for i := range n {
			w.Text(b.State(i, seat))
			if int64(len(w.b)-w.from) > most {
				return session.Errorf(session.Limited, "the information states have more than %d bytes: observe smaller batches", most)
			}
		}
		w.EndList()
		return nil
	})
}

// listed writes the options that were numbered as they were met, but the first since.
func (w *writer) listed(list []observe.Word, since int) {
	list = list[min(since, len(list)):]
	w.Key(keyListed)
	w.List(len(list))
	for _, x := range list {
		w.List(2)
		w.Text(x.Place)
		w.Text(x.Label)
		w.EndList()
	}
	w.EndList()
}

// listed reads such a list.
func (c *call) listed() ([]observe.Word, error) {
	p := c.arg("listed")
	if !p.given {
		return nil, nil
	}
	v, err := decodeValue(msgpack.NewDecoder(bytes.NewReader(p.bytes)))
	if err != nil {
		return nil, badParam("listed", "cannot be read: %v", err)
	}
	wrong := badParam("listed", "is no list of pairs of a place and a label")
	if v.Kind() != value.List {
		return nil, wrong
	}
	out := make([]observe.Word, 0, len(v.Items()))
	for _, x := range v.Items() {
		if x.Kind() != value.List || len(x.Items()) != 2 || x.Items()[0].Kind() != value.Text || x.Items()[1].Kind() != value.Text {
			return nil, wrong
		}
		out = append(out, observe.Word{Place: x.Items()[0].Text(), Label: x.Items()[1].Text()})
	}
	return out, nil
}

// modelEncoding writes what the arrays of batch.observe mean.
func modelEncoding(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	e, err := c.Encoding(m, c.int("players", 0))
	if err != nil {
		return err
	}
	w := &c.w
	w.count(keySize, e.Size)
	w.Key(keyFeatures)
	w.List(len(e.Features))
	for i := range e.Features {
		f := &e.Features[i]
		w.Map()
		w.Key(keyName)
		w.Text(f.Name)
		w.Key(keyKind)
		w.Text(f.Kind)
		w.count(keyAt, f.At)
		w.count(keySize, f.Size)
		if f.Labels != nil {
			w.names(keyLabels, len(f.Labels), func(i int) string { return f.Labels[i] })
		}
		w.EndMap()
	}
	w.EndList()
	w.names(keyWords, len(e.Words), func(i int) string { return e.Words[i] })
	actions := m.Program.Actions
	w.names(keyActions, len(actions)+len(game.Steady), func(i int) string {
		if i < len(actions) {
			return actions[i].Name
		}
		return game.Steady[i-len(actions)]
	})
	return nil
}
