package protocol

import "github.com/astragal-engine/astragal/engine/report"

// The keys are those of docs/report.schema.json.
var (
	keyDiagnostics   = newKey("diagnostics")
	keySeverity      = newKey("severity")
	keyFix           = newKey("fix")
	keySource        = newKey("source")
	keyCaret         = newKey("caret")
	keyWidth         = newKey("width")
	keyWarnings      = newKey("warnings")
	keyAllowed       = newKey("allowed")
	keyExecutability = newKey("executability")
	keyExecutable    = newKey("executable")
	keyBound         = newKey("bound")
	keyRules         = newKey("rules")
	keyContent       = newKey("content")
	keyPercent       = newKey("percent")
	keyTotal         = newKey("total")
	keyGaps          = newKey("gaps")
	keySteps         = newKey("steps")
	keyOps           = newKey("ops")
	keyOpenQuestions = newKey("open_questions")
	keyTree          = newKey("tree")
	keyTestGames     = newKey("test_games")
	keyAsked         = newKey("asked")
	keyLimit         = newKey("limit")
)

// longestTree is how many bytes of a tree an answer has at most.
const longestTree = 1 << 20

// report writes what can be said without playing.
func (w *writer) report(r *report.Report) {
	w.Key(keyDiagnostics)
	shown := r.Diagnostics[:min(len(r.Diagnostics), maxDiagnostics)]
	w.List(len(shown))
	for i := range shown {
		w.Map()
		w.diagnostic(&shown[i])
		w.EndMap()
	}
	w.EndList()
	w.count(keyErrors, r.Errors)
	w.count(keyWarnings, r.Warnings)
	w.Key(keyAllowed)
	allowed := r.Allowed[:min(len(r.Allowed), maxDiagnostics)]
	w.List(len(allowed))
	for i := range allowed {
		w.Map()
		w.diagnostic(&allowed[i].Diagnostic)
		w.Key(keyReason)
		w.Text(allowed[i].Reason)
		w.EndMap()
	}
	w.EndList()
	if r.Measures != nil {
		w.measures(r.Measures)
	}
}

func (w *writer) diagnostic(d *report.Diagnostic) {
	w.Key(keyCode)
	w.Text(d.Code)
	w.Key(keySeverity)
	w.Text(d.Severity)
	w.Key(keyMessage)
	w.Text(d.Message)
	if d.Fix != "" {
		w.Key(keyFix)
		w.Text(d.Fix)
	}
	w.source(&d.Source)
}

func (w *writer) source(s *report.Source) {
	if s.At != nil {
		w.at(*s.At)
	}
	if s.Source != "" {
		w.Key(keySource)
		w.Text(s.Source)
		w.count(keyCaret, s.Caret)
		w.count(keyWidth, s.Width)
	}
}

func (w *writer) count(k key, n int) {
	w.Key(k)
	w.Int(int64(n))
}

func (w *writer) measures(m *report.Measures) {
	w.Key(keyExecutability)
	w.Map()
	w.share(keyExecutable, &m.Executability.Executable)
	w.share(keyRules, &m.Executability.Rules)
	w.share(keyContent, &m.Executability.Content)
	if bound := m.Executability.Bound; bound != nil {
		w.share(keyBound, bound)
	}
	w.EndMap()
	w.Key(keyGaps)
	gaps := m.Gaps[:min(len(m.Gaps), maxDiagnostics)]
	w.List(len(gaps))
	for i := range gaps {
		g := &gaps[i]
		w.Map()
		w.Key(keyKind)
		w.Text(g.Kind)
		w.Key(keyPlace)
		w.Text(g.Place)
		w.Key(keyText)
		w.Text(g.Text)
		w.source(&g.Source)
		w.EndMap()
	}
	w.EndList()
	w.count(keySteps, m.Steps)
	w.count(keyOps, m.Ops)
	w.Key(keyCode)
	w.Float(m.Code)
	w.count(keyOpenQuestions, m.OpenQuestions)
}

func (w *writer) share(k key, s *report.Share) {
	w.Key(k)
	w.Map()
	w.Key(keyPercent)
	w.Float(s.Percent)
	w.count(keyOK, s.OK)
	w.count(keyTotal, s.Total)
	w.EndMap()
}

func (w *writer) testGames(g *report.TestGames) {
	w.Key(keyTestGames)
	w.Map()
	w.Key(keySeed)
	w.Uint(g.Seed)
	w.count(keyAsked, g.Asked)
	w.count(keyLimit, g.Limit)
	w.games(&g.Data)
	w.Key(keyStops)
	stops := g.Stops[:min(len(g.Stops), maxDiagnostics)]
	w.List(len(stops))
	for i := range stops {
		w.Map()
		w.Key(keyError)
		w.Text(stops[i].Error)
		w.count(keyGames, stops[i].Games)
		w.Key(keySeed)
		w.Uint(stops[i].Seed)
		w.source(&stops[i].Source)
		w.cycle(stops[i].CannotEnd)
		w.EndMap()
	}
	w.EndList()
	w.EndMap()
}
