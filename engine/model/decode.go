package model

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"sort"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/astragal-engine/astragal/engine/diag"
)

// decode turns the text of one file into a tree of Nodes.
func (l *loader) decode(s *source) (*Node, *Failure) {
	dec := yaml.NewDecoder(strings.NewReader(s.text))
	doc, err := nextDocument(dec)
	if errors.Is(err, io.EOF) {
		return &Node{Pos: s.pos(1, 1)}, nil
	}
	if err != nil {
		return nil, yamlFailure(s, err)
	}
	c := &converter{loader: l, src: s, anchors: map[*yaml.Node]*anchored{}}
	node, size, fail := c.node(doc.Content[0], 1)
	if fail != nil {
		return nil, fail
	}
	if l.nodes += size.nodes; l.nodes > l.limits.Nodes {
		return nil, failure("limit", node.Pos, "the files of the %s have more than %d values together", l.what(), l.limits.Nodes)
	}
	switch next, err := nextDocument(dec); {
	case err == nil:
		l.diags.Add(diag.Error, "documents", s.pos(next.Line, next.Column), "a %s is one YAML document; what follows is not read", l.single())
	case !errors.Is(err, io.EOF):
		return nil, yamlFailure(s, err)
	}
	return node, nil
}

// nextDocument shields from the YAML reader, which panics on some texts that are no YAML.
func nextDocument(dec *yaml.Decoder) (doc *yaml.Node, err error) {
	defer func() {
		if e := recover(); e != nil {
			err = fmt.Errorf("yaml: %v", e)
		}
	}()
	doc = &yaml.Node{}
	if err = dec.Decode(doc); err == nil && len(doc.Content) != 1 {
		err = io.EOF
	}
	return doc, err
}

var (
	yamlLine      = regexp.MustCompile(`^line (\d+): `)
	unknownAnchor = regexp.MustCompile(`^unknown anchor '(.*)' referenced$`)
)

// yamlFailure words an error of the YAML reader and finds its line, which the reader counts from 0
// when its parser complains, from 1 when its scanner does, and leaves out for the first.
func yamlFailure(s *source, err error) *Failure {
	msg := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if m := yamlLine.FindStringSubmatch(msg); m != nil {
		msg = msg[len(m[0]):]
		line, _ = strconv.Atoi(m[1])
		if strings.HasPrefix(msg, "did not find expected") || strings.HasPrefix(msg, "found duplicate %") ||
			strings.HasPrefix(msg, "found undefined tag") || strings.HasPrefix(msg, "found incompatible") {
			line++
		}
	} else if m := unknownAnchor.FindStringSubmatch(msg); m != nil {
		if at := strings.Index(s.text, "*"+m[1]); at >= 0 {
			return failure("yaml", s.place(at), "The YAML cannot be read: %s", msg)
		}
	}
	if strings.HasPrefix(msg, "did not find expected key") || strings.HasPrefix(msg, "did not find expected '-'") {
		line = s.misfit(err, line)
	}
	f := failure("yaml", s.pos(min(line, len(s.starts)), 1), "The YAML cannot be read: %s", msg)
	switch {
	case strings.HasPrefix(msg, "found character that cannot start any token"):
		f.Fix = "indent with spaces, not tabs; put a text in quotes that begins with @, ` or %"
	case strings.HasPrefix(msg, "mapping values are not allowed"):
		f.Fix = "put a text in quotes that contains ': '; look at the indentation"
	case strings.HasPrefix(msg, "did not find expected"):
		f.Fix = "give the line the indentation of those it belongs to; look here and above for a bracket or quote that is open, or a text that needs quotes"
	}
	return f
}

// longestSought is how long a text may be in which a line that does not fit is sought: each try reads it again.
const longestSought = 1 << 20

// misfit finds the line at which the reader gave up. What its error names is where the mapping or list begins that
// the line breaks off. The text up to some line fails alike if and only if that line is in it.
func (s *source) misfit(err error, begins int) int {
	if begins < 1 || begins >= len(s.starts) || len(s.text) > longestSought {
		return begins
	}
	more := sort.Search(len(s.starts)-begins, func(i int) bool {
		dec := yaml.NewDecoder(strings.NewReader(s.text[:s.starts[begins+i]]))
		var e error
		for e == nil {
			_, e = nextDocument(dec)
		}
		return e.Error() == err.Error()
	})
	return begins + more
}

// converter makes Nodes of what the YAML reader gives, one file at a time. A part with an anchor is converted
// once and shared by its aliases; what following them would cost is counted all the same.
type converter struct {
	*loader
	src     *source
	anchors map[*yaml.Node]*anchored
	scanned int // keys looked at for merging
	spare   []Node
	made    int
}

type anchored struct {
	node *Node
	cost cost
	done bool
}

// cost is what a part amounts to when its aliases are followed.
type cost struct{ nodes, depth int }

func (a *cost) add(child cost) {
	a.nodes += child.nodes
	a.depth = max(a.depth, child.depth+1)
}

func (c *converter) node(y *yaml.Node, depth int) (*Node, cost, *Failure) {
	if depth > c.limits.Depth {
		return nil, cost{}, c.tooDeep(y)
	}
	if y.Kind == yaml.AliasNode {
		a := c.anchors[y.Alias]
		if a == nil || !a.done {
			return nil, cost{}, failure("yaml", c.src.pos(y.Line, y.Column), "The YAML cannot be read: the alias *%s stands inside the part that it repeats", clip(y.Value))
		}
		return a.node, a.cost, nil
	}
	var a *anchored
	if y.Anchor != "" {
		a = &anchored{}
		c.anchors[y] = a
	}
	n := c.alloc()
	n.Pos = c.src.pos(y.Line, y.Column)
	size := cost{nodes: 1, depth: 1}
	var fail *Failure
	switch y.Kind {
	case yaml.SequenceNode:
		n.Kind = ListNode
		n.Items = make([]*Node, 0, len(y.Content))
		for _, child := range y.Content {
			item, sub, fail := c.node(child, depth+1)
			if fail != nil {
				return nil, size, fail
			}
			n.Items = append(n.Items, item)
			size.add(sub)
			if fail := c.fits(size, child); fail != nil {
				return nil, size, fail
			}
		}
	case yaml.MappingNode:
		size, fail = c.mapping(n, y, depth)
	default:
		c.scalar(n, y)
	}
	if fail == nil {
		fail = c.fits(size, y)
	}
	if a != nil {
		a.node, a.cost, a.done = n, size, true
	}
	return n, size, fail
}

// alloc gives a new Node. They are made many at a time, which large models notice.
func (c *converter) alloc() *Node {
	if len(c.spare) == 0 {
		c.spare = make([]Node, min(max(8, 2*c.made), 512))
	}
	n := &c.spare[0]
	c.spare = c.spare[1:]
	c.made++
	return n
}

func (c *converter) tooDeep(y *yaml.Node) *Failure {
	return failure("limit", c.src.pos(y.Line, y.Column), "the %s is nested more than %d deep", c.what(), c.limits.Depth)
}

func (c *converter) fits(size cost, y *yaml.Node) *Failure {
	if size.nodes > c.limits.Nodes || c.scanned > c.limits.Nodes {
		return failure("limit", c.src.pos(y.Line, y.Column), "the %s has more than %d values, counting what its aliases repeat", c.what(), c.limits.Nodes)
	}
	if size.depth > c.limits.Depth {
		return c.tooDeep(y)
	}
	return nil
}

func (c *converter) mapping(n *Node, y *yaml.Node, depth int) (cost, *Failure) {
	n.Kind = MapNode
	m := newMapBuilder(n, len(y.Content)/2)
	size := cost{nodes: 1, depth: 1}
	var merges []*Node
	for i := 0; i+1 < len(y.Content); i += 2 {
		key, ksize, fail := c.node(y.Content[i], depth+1)
		if fail != nil {
			return size, fail
		}
		value, vsize, fail := c.node(y.Content[i+1], depth+1)
		if fail != nil {
			return size, fail
		}
		size.add(ksize)
		size.add(vsize)
		if fail := c.fits(size, y.Content[i]); fail != nil {
			return size, fail
		}
		if y.Content[i].Tag == "!!merge" {
			merges = append(merges, value)
			continue
		}
		if key.Kind == ListNode || key.Kind == MapNode {
			c.diags.Add(diag.Error, "bad-key", key.Pos, "%s cannot be a key", key.Kind.article())
			continue
		}
		if first := m.add(key, value); first != nil {
			c.diags.Add(diag.Error, "duplicate-key", key.Pos, "key '%s' stands here a second time; the first is at %s", clip(key.Text), first.Pos)
		}
	}
	return size, c.merge(n, m, merges)
}

// merge puts the entries of the mappings under `<<` before the mapping's own, which win.
func (c *converter) merge(n *Node, m *mapBuilder, merges []*Node) *Failure {
	if len(merges) == 0 {
		return nil
	}
	own, ownItems := n.Keys, n.Items
	n.Keys, n.Items = nil, nil
	for _, value := range merges {
		parts := []*Node{value}
		if value.Kind == ListNode {
			parts = value.Items
		}
		for _, part := range parts {
			if part.Kind != MapNode {
				c.diags.Add(diag.Error, "bad-type", part.Pos, "'<<' takes a mapping or a list of mappings, not %s", part.Kind.article())
				continue
			}
			c.scanned += 1 + len(part.Keys)
			if c.scanned > c.limits.Nodes {
				return failure("limit", part.Pos, "the %s has more than %d values, counting what its aliases repeat", c.what(), c.limits.Nodes)
			}
			for i, k := range part.Keys {
				m.add(k, part.Items[i])
			}
		}
	}
	n.Keys, n.Items = append(n.Keys, own...), append(n.Items, ownItems...)
	return nil
}

// mapBuilder fills a mapping and knows its keys. Small mappings are searched, large ones are hashed.
type mapBuilder struct {
	n    *Node
	own  []*Node
	seen map[keyID]*Node
}

type keyID struct {
	kind NodeKind
	text string
}

const searched = 12

func newMapBuilder(n *Node, size int) *mapBuilder {
	n.Keys, n.Items = make([]*Node, 0, size), make([]*Node, 0, size)
	m := &mapBuilder{n: n}
	if size > searched {
		m.seen = make(map[keyID]*Node, size)
	}
	return m
}

// add appends an entry, unless its key is there already: then it gives that key.
func (m *mapBuilder) add(key, value *Node) *Node {
	if m.seen == nil && len(m.own) >= searched {
		m.seen = make(map[keyID]*Node, 2*searched)
		for _, k := range m.own {
			m.seen[keyID{k.Kind, k.Text}] = k
		}
	}
	if m.seen != nil {
		id := keyID{key.Kind, key.Text}
		if first := m.seen[id]; first != nil {
			return first
		}
		m.seen[id] = key
	} else {
		for _, k := range m.own {
			if k.Kind == key.Kind && k.Text == key.Text {
				return k
			}
		}
		m.own = append(m.own, key)
	}
	m.n.Keys, m.n.Items = append(m.n.Keys, key), append(m.n.Items, value)
	return nil
}
