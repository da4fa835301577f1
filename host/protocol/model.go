package protocol

import (
	"encoding/hex"
	"strings"

	"github.com/astragal-engine/astragal/engine/diagram"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/report"
	"github.com/astragal-engine/astragal/engine/value"
	"github.com/astragal-engine/astragal/host/session"
)

var (
	keyModel       = newKey("model")
	keyHash        = newKey("hash")
	keyPlayers     = newKey("players")
	keyMin         = newKey("min")
	keyMax         = newKey("max")
	keyDefault     = newKey("default")
	keyCooperative = newKey("cooperative")
	keyConstants   = newKey("constants")
	keyVariables   = newKey("variables")
	keyZones       = newKey("zones")
	keyOwner       = newKey("owner")
	keyVisibility  = newKey("visibility")
	keyShuffled    = newKey("shuffled")
	keyActions     = newKey("actions")
	keyWindows     = newKey("windows")
	keyBoards      = newKey("boards")
	keyHidden      = newKey("hidden")
	keyAgents      = newKey("agents")
	keyCampaign    = newKey("campaign")
	keyText        = newKey("text")
)

// source reads where a model's text is.
func (c *call) source() (session.Source, error) {
	s := session.Source{Text: c.text("text"), HasText: c.given("text"), Name: c.text("name"), Path: c.text("path")}
	switch {
	case s.HasText && c.given("path"):
		return s, badParam("path", "and text are both there; give one")
	case !s.HasText && !c.given("path"):
		return s, badParam("text", "or path is missing")
	case !s.HasText && c.given("name"):
		return s, badParam("name", "goes with text")
	}
	return s, nil
}

func modelLoad(c *call) error {
	set, err := c.constants("set")
	if err != nil {
		return err
	}
	if c.given("pack") {
		return c.loadPack(set)
	}
	for _, name := range []string{"add", "pack_model", "grant"} {
		if c.given(name) {
			return badParam(name, "goes with pack")
		}
	}
	src, err := c.source()
	if err != nil {
		return err
	}
	h, m, r, err := c.LoadModel(src, set)
	if err != nil {
		return err
	}
	c.loaded(h, m, r)
	return nil
}

func (c *call) loaded(h session.Handle, m *session.Model, r *report.Report) {
	c.w.Key(keyModel)
	c.w.Uint(uint64(h))
	c.w.identity(m.Program)
	c.w.report(r)
}

// loadPack is model.load of a pack.
func (c *call) loadPack(set map[string]value.Value) error {
	x, err := c.packModel()
	if err != nil {
		return err
	}
	joined, err := c.JoinPacks(x)
	if err != nil {
		return err
	}
	h, m, r, err := c.LoadJoined(joined, set)
	if err != nil {
		return err
	}
	c.loaded(h, m, r)
	c.w.Key(keyPacks)
	c.w.List(len(joined.Packs))
	for _, p := range joined.Packs {
		c.w.Map()
		c.w.Name("id")
		c.w.Text(p.ID)
		c.w.Name("version")
		c.w.Text(p.Version.String())
		c.w.Name("capabilities")
		c.w.textList(p.Capabilities)
		c.w.EndMap()
	}
	c.w.EndList()
	return nil
}

func (w *writer) identity(p *program.Program) {
	w.Key(keyName)
	w.Text(p.Name)
	w.Key(keyHash)
	w.Text(hex.EncodeToString(p.Hash[:]))
	w.Key(keyPlayers)
	w.Map()
	w.Key(keyMin)
	w.Int(int64(p.MinPlayers))
	w.Key(keyMax)
	w.Int(int64(p.MaxPlayers))
	w.Key(keyDefault)
	w.Int(int64(p.DefPlayers))
	w.EndMap()
}

func modelCheck(c *call) error {
	src, err := c.source()
	if err != nil {
		return err
	}
	games, err := c.simulated()
	if err != nil {
		return err
	}
	r, err := c.CheckModel(src, games)
	if err != nil {
		return err
	}
	w := &c.w
	if r.Name != "" {
		w.Key(keyName)
		w.Text(r.Name)
	}
	w.report(r)
	if r.Measures != nil && len(r.Tree) <= longestTree {
		w.Key(keyTree)
		w.Text(r.Tree)
	}
	if r.TestGames != nil {
		w.testGames(r.TestGames)
	}
	return nil
}

func modelDescribe(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	p, w := m.Program, &c.w
	w.identity(p)
	w.Key(keyCooperative)
	w.Bool(p.Cooperative)
	w.Key(keyConstants)
	w.Map()
	for _, k := range p.Constants {
		w.Name(k.Name)
		w.Value(nil, k.Value)
	}
	w.EndMap()
	w.names(keyVariables, len(p.Vars), func(i int) string { return p.Vars[i].Name })
	var hidden []string
	for i := range p.Vars {
		if p.Vars[i].Visibility != program.Public {
			hidden = append(hidden, p.Vars[i].Name)
		}
	}
	w.names(keyHidden, len(hidden), func(i int) string { return hidden[i] })
	w.Key(keyZones)
	w.List(len(p.Zones))
	for i := range p.Zones {
		w.zone(&p.Zones[i])
	}
	w.EndList()
	var actions []string
	for i := range p.Actions {
		if p.Actions[i].Item < 0 {
			actions = append(actions, p.Actions[i].Name)
		}
	}
	w.names(keyActions, len(actions), func(i int) string { return actions[i] })
	w.names(keyWindows, len(p.Windows), func(i int) string { return p.Windows[i].Name })
	w.names(keyBoards, len(p.Boards), func(i int) string { return p.Boards[i].Name })
	w.names(keyAgents, len(p.Agents), func(i int) string { return p.Agents[i].Name })
	w.Key(keyCampaign)
	w.Bool(p.Campaign != nil)
	return nil
}

func (w *writer) names(k key, n int, name func(i int) string) {
	w.Key(k)
	w.List(n)
	for i := 0; i < n; i++ {
		w.Text(name(i))
	}
	w.EndList()
}

func (w *writer) zone(z *program.Zone) {
	owner := "common"
	if z.PerPlayer {
		owner = "player"
	}
	w.Map()
	w.Key(keyName)
	w.Text(z.Name)
	w.Key(keyKind)
	w.Text([...]string{"list", "set", "slot"}[z.Kind])
	w.Key(keyOwner)
	w.Text(owner)
	w.Key(keyVisibility)
	w.Text([...]string{"public", "owner", "hidden"}[z.Visibility])
	w.Key(keyShuffled)
	w.Bool(z.Shuffled)
	w.EndMap()
}

func modelDiagram(c *call) error {
	m, err := c.Model(c.handleOf("model"))
	if err != nil {
		return err
	}
	theme := diagram.Auto
	if c.given("theme") {
		theme = diagram.Theme(c.text("theme"))
	}
	var b strings.Builder
	form := c.text("form")
	switch {
	case form != "text" && form != "svg":
		return badParam("form", "is '%s'; there are text and svg", clip([]byte(form)))
	case !theme.Known():
		return badParam("theme", "is '%s'; there are light, dark and auto", clip([]byte(theme)))
	case form == "svg":
		err = diagram.Of(m.Tree).SVG(&b, theme)
	case c.given("theme"):
		return badParam("theme", "goes with the form svg")
	default:
		err = diagram.Of(m.Tree).Text(&b)
	}
	if err != nil {
		return err
	}
	c.w.Key(keyText)
	c.w.Text(b.String())
	return nil
}

func modelClose(c *call) error { return c.CloseModel(c.handleOf("model")) }
