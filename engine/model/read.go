package model

import (
	"strconv"

	"github.com/astragal-engine/astragal/engine/diag"
)

// model reads the whole tree, section by section.
func (r *reader) model(root *Node) *Model {
	f, _ := r.form(root, modelShape, nil)
	m := &Model{Root: root, Mode: "competitive"}
	m.Name, _ = f.text("name")
	m.Version, _ = f.text("version")
	if mode, pos := f.name("mode"); mode != "" {
		m.Mode, m.ModePos = mode, pos
	}
	m.Players = f.players()
	f.entries("constants", func(k, n *Node, _ *spot) {
		m.Constants = append(m.Constants, Named{Name: k.Text, Pos: k.Pos, Value: n})
	})
	f.entries("content", func(k, n *Node, at *spot) { m.Content = append(m.Content, r.catalogue(k, n, at)) })
	f.entries("dice", func(k, n *Node, at *spot) {
		d, _ := r.form(n, dieShape, at)
		m.Dice = append(m.Dice, Die{Name: k.Text, Pos: k.Pos, Faces: d.list("faces"), Sides: d.get("sides"), Roll: d.get("roll")})
	})
	m.FaceTypes = f.strings("face_types")
	f.entries("boards", func(k, n *Node, at *spot) { m.Boards = append(m.Boards, r.board(k, n, at)) })
	f.entries("functions", func(k, n *Node, at *spot) { m.Functions = append(m.Functions, r.function(k, n, at)) })
	f.entries("derived", func(k, n *Node, at *spot) { m.Derived = append(m.Derived, r.derived(k, n, at)) })
	f.state(m)
	f.entries("actions", func(k, n *Node, at *spot) {
		a, ok := r.form(n, actionShape, at)
		action := a.action(k.Text, k.Pos)
		if !ok {
			action.Effect = []*Op{{Pos: n.Pos, Node: n}} // stops the game there
		}
		m.Actions = append(m.Actions, action)
	})
	m.Flow = r.flow(root.Get("flow"), (*spot)(nil).key("flow"))
	f.entries("flows", func(k, n *Node, at *spot) {
		m.Flows = append(m.Flows, NamedFlow{Name: k.Text, Pos: k.Pos, Node: r.flow(n, at)})
	})
	m.Triggers, m.Modifiers = f.triggers(), f.modifiers()
	f.priority(m)
	f.entries("outcomes", func(k, n *Node, at *spot) {
		o, _ := r.form(n, outcomeModelShape, at)
		m.Outcomes = append(m.Outcomes, OutcomeModel{Name: k.Text, Pos: k.Pos, Outcomes: o.outcomes()})
	})
	f.entries("code", func(k, n *Node, at *spot) {
		c, _ := r.form(n, codeShape, at)
		code := Code{Name: k.Text, Pos: k.Pos}
		code.Kind, _ = c.name("kind")
		code.Module, _ = c.text("module")
		code.Function, _ = c.text("function")
		m.Code = append(m.Code, code)
	})
	f.entries("agents", func(k, n *Node, at *spot) { m.Agents = append(m.Agents, r.agent(k, n, at)) })
	m.End = f.ends()
	m.Campaign = f.campaign()
	m.Turns = f.turns()
	m.Questions = f.questions()
	return m
}

func (f form) list(key string) *Node {
	if n := f.get(key); n != nil && n.Kind == ListNode {
		return n
	}
	return nil
}

// players reads num_players: a count, or a range with a default, which is the least unless given.
func (f form) players() Players {
	n := f.get("num_players")
	if n == nil {
		f.r.diags.Add(diag.Warning, "no-players", f.node.Pos, "the model does not say num_players; 2 is assumed")
		f.r.fix("add num_players")
		return Players{Min: 2, Max: 2, Default: 2}
	}
	p := Players{Min: 2, Max: 2, Default: 2, Pos: n.Pos}
	at := f.at.key("num_players")
	if n.Kind == Int {
		if v, ok := f.r.count(n, at); ok {
			p.Min, p.Max, p.Default = v, v, v
		}
		return p
	}
	if n.Kind != MapNode {
		f.r.badType(n, at, "a count, or a mapping with min, max and default")
		return p
	}
	g, _ := f.r.form(n, playersShape, at)
	read := func(key string, otherwise int) int {
		if v := g.get(key); v != nil {
			if c, ok := f.r.count(v, at.key(key)); ok {
				return c
			}
		}
		return otherwise
	}
	p.Min = read("min", read("default", read("max", 2)))
	p.Max = read("max", max(p.Min, read("default", p.Min)))
	p.Default = read("default", p.Min)
	if p.Min > p.Max || p.Default < p.Min || p.Default > p.Max {
		f.r.diags.Add(diag.Error, "bad-players", n.Pos, "num_players: min %d, default %d and max %d do not go up", p.Min, p.Default, p.Max)
		p.Min, p.Max = min(p.Min, p.Default, p.Max), max(p.Min, p.Default, p.Max)
	}
	return p
}

func (r *reader) count(n *Node, at *spot) (int, bool) {
	if n.Kind != Int {
		r.badType(n, at, "a whole number")
		return 0, false
	}
	v, err := strconv.Atoi(n.Text)
	if err != nil || v < 1 || v > maxPlayers {
		r.diags.Add(diag.Error, "bad-players", n.Pos, "a game has 1 to %d players, not %s", maxPlayers, clip(n.Text))
		return 0, false
	}
	return v, true
}

func (r *reader) board(k, n *Node, at *spot) Board {
	s := union(boardKinds)
	if kind := n.Get("kind"); kind != nil {
		if known, ok := boardKinds[kind.Text]; ok && kind.Kind == Text {
			s = known
		}
	}
	r.form(n, s, at)
	return Board{Name: k.Text, Pos: k.Pos, Node: n}
}

func (r *reader) function(k, n *Node, at *spot) Function {
	f, _ := r.form(n, functionShape, at)
	return Function{
		Name: k.Text, Pos: k.Pos, Params: f.strings("params"),
		Lets: r.named(f.get("let"), at.key("let")), X: f.expr("x"),
	}
}

// derived reads a derived value: an expression, or a mapping with `x`.
func (r *reader) derived(k, n *Node, at *spot) Derived {
	d := Derived{Name: k.Text, Pos: k.Pos}
	if n.Kind == MapNode {
		f, _ := r.form(n, derivedShape, at)
		d.X = f.expr("x")
		return d
	}
	r.want(n, at, n.Scalar(), "an expression, or a mapping with `x`")
	d.X = r.expr(n)
	return d
}

func (r *reader) agent(k, n *Node, at *spot) Agent {
	f, _ := r.form(n, agentShape, at)
	a := Agent{Name: k.Text, Pos: k.Pos, Node: n, PolicyX: f.expr("policy_x")}
	f.items("tactic", func(n *Node, at *spot) {
		if t, ok := r.form(n, tacticShape, at); ok {
			a.Tactic = append(a.Tactic, Rule{Pos: n.Pos, At: t.names("at"), If: t.field("if"), Score: t.field("score"), Prefer: t.field("prefer")})
		}
	})
	if search := f.node.Get("search"); search != nil && (search.Kind == MapNode || search.Kind == Null) {
		s, _ := r.form(search, searchShape, at.key("search"))
		a.Search = &Lookahead{Pos: search.Pos, Playouts: s.number("playouts"), Depth: s.number("depth"), Seconds: s.number("seconds"), Exploration: s.number("exploration")}
		a.Search.Tactic.Name, a.Search.Tactic.Pos = s.name("tactic")
	}
	return a
}

func (f form) campaign() *Campaign {
	n := f.get("campaign")
	if n == nil || n.Kind != MapNode {
		return nil
	}
	c, _ := f.r.form(n, campaignShape, f.at.key("campaign"))
	return &Campaign{Pos: n.Pos, Games: c.get("games"), Between: c.ops("between"), Reset: c.names("reset")}
}

func (f form) questions() []Question {
	var out []Question
	f.items("open_questions", func(n *Node, at *spot) {
		g, _ := f.r.form(n, questionShape, at)
		q := Question{Pos: n.Pos}
		q.Question, _ = g.text("question")
		q.Status, q.StatusPos = g.text("status")
		if note := g.get("note"); note.Scalar() {
			q.Note = note.raw
		}
		out = append(out, q)
	})
	return out
}
