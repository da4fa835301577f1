package game

// GaveUp is what had the last playout in g's memory left to the machine; nil where nothing did.
func (g *Game) GaveUp() any {
	if g.runner == nil {
		return nil
	}
	return g.runner.fault
}
