package protocol

import "github.com/astragal-engine/astragal/host/session"

// EngineVersion is the version of the engine; ABIVersion that of the C interface.
const (
	EngineVersion = session.EngineVersion
	ABIVersion    = 2
)

var (
	keyVersion     = newKey("version")
	keyABI         = newKey("abi")
	keyProtocol    = newKey("protocol")
	keyLimits      = newKey("limits")
	keyModels      = newKey("models")
	keyGames       = newKey("games")
	keyBatches     = newKey("batches")
	keyRulesets    = newKey("rulesets")
	keySimulations = newKey("simulations")
	keyMethods     = newKey("methods")
	keyName        = newKey("name")
	keySummary     = newKey("summary")
	keyParams      = newKey("params")
	keyType        = newKey("type")
	keyRequired    = newKey("required")
	keyDoc         = newKey("doc")
	keyCancelled   = newKey("cancelled")
)

func runtimeInfo(c *call) error {
	w := &c.w
	w.Key(keyVersion)
	w.Text(EngineVersion)
	w.Key(keyABI)
	w.Int(ABIVersion)
	w.Key(keyProtocol)
	w.Int(Version)
	w.Key(keyLimits)
	w.Map()
	limits := c.rt.Limits()
	for _, l := range limits.List() {
		w.Name(l.Name)
		w.Int(*l.At)
	}
	w.EndMap()
	models, games, batches, simulations, rulesets := c.rt.Count()
	w.Key(keyModels)
	w.Int(int64(models))
	w.Key(keyGames)
	w.Int(int64(games))
	w.Key(keyBatches)
	w.Int(int64(batches))
	w.Key(keySimulations)
	w.Int(int64(simulations))
	w.Key(keyRulesets)
	w.Int(int64(rulesets))
	return nil
}

func runtimeMethods(c *call) error {
	w := &c.w
	w.Key(keyMethods)
	w.List(len(table))
	for _, m := range table {
		w.Map()
		w.Key(keyName)
		w.Text(m.Name)
		w.Key(keySummary)
		w.Text(m.Summary)
		w.Key(keyParams)
		w.List(len(m.Params))
		for _, p := range m.Params {
			w.Map()
			w.described(p.Name, p.Type)
			w.Key(keyRequired)
			w.Bool(p.Required)
			w.Key(keyDoc)
			w.Text(p.Doc)
			w.EndMap()
		}
		w.EndList()
		w.Key(keyResult)
		w.List(len(m.Result))
		for _, f := range m.Result {
			w.Map()
			w.described(f.Name, f.Type)
			w.Key(keyDoc)
			w.Text(f.Doc)
			w.EndMap()
		}
		w.EndList()
		w.EndMap()
	}
	w.EndList()
	return nil
}

func (w *writer) described(name string, t Type) {
	w.Key(keyName)
	w.Text(name)
	w.Key(keyType)
	w.Text(t.String())
}

func runtimeCancel(c *call) error {
	c.w.Key(keyCancelled)
	c.w.Bool(c.rt.Cancel(c.seed("id")))
	return nil
}
