package protocol

import "github.com/astragal-engine/astragal/engine/simulate"

var (
	keyFinished    = newKey("finished")
	keyStopped     = newKey("stopped")
	keyCut         = newKey("cut")
	keyRequests    = newKey("requests")
	keyMedian      = newKey("median")
	keyLengths     = newKey("lengths")
	keyFrom        = newKey("from")
	keyTo          = newKey("to")
	keyEndless     = newKey("endless")
	keyReasons     = newKey("reasons")
	keySeats       = newKey("seats")
	keyPayoff      = newKey("payoff")
	keyAdvantage   = newKey("advantage")
	keyWins        = newKey("wins")
	keyWinRate     = newKey("win_rate")
	keyWinLow      = newKey("win_low")
	keyWinHigh     = newKey("win_high")
	keyStops       = newKey("stops")
	keySeed        = newKey("seed")
	keyMean        = newKey("mean")
	keyLow         = newKey("low")
	keyHigh        = newKey("high")
	keyInterrupted = newKey("interrupted")
	keyMany        = newKey("many")
	keyOption      = newKey("option")
	keyLegal       = newKey("legal")
	keyTaken       = newKey("taken")
	keyForced      = newKey("forced")
	keyPairs       = newKey("pairs")
	keyWinRates    = newKey("win_rates")
)

// tally writes what the games of a simulation came to.
func (w *writer) tally(t *simulate.Tally, seed uint64, interrupted bool) {
	w.Map()
	w.Key(keySeed)
	w.Uint(seed)
	w.Key(keyInterrupted)
	w.Bool(interrupted)
	d := t.Data()
	w.games(&d)
	w.Key(keyStops)
	stops := d.Stops[:min(len(d.Stops), maxDiagnostics)]
	w.List(len(stops))
	for _, x := range stops {
		w.Map()
		w.Key(keyError)
		w.Text(x.Error)
		w.count(keyGames, x.Games)
		w.Key(keySeed)
		w.Uint(x.Seed)
		if x.At.Line > 0 {
			w.at(x.At)
		}
		w.cycle(x.CannotEnd)
		w.EndMap()
	}
	w.EndList()
	w.EndMap()
}

// games writes all of a tally but where games stopped.
func (w *writer) games(d *simulate.Data) {
	w.count(keyGames, d.Games)
	w.count(keyFinished, d.Finished)
	w.count(keyStopped, d.Stopped)
	w.count(keyCut, d.Cut)
	w.Key(keyRequests)
	w.interval(&d.Requests)
	w.Key(keyMedian)
	if d.Median == nil {
		w.Nil()
	} else {
		w.Int(int64(*d.Median))
	}
	w.Key(keyLengths)
	w.List(len(d.Lengths))
	for _, b := range d.Lengths {
		w.Map()
		w.count(keyFrom, b.From)
		w.count(keyTo, b.To)
		w.count(keyGames, b.Games)
		w.EndMap()
	}
	w.EndList()
	w.reasons(d.Reasons)
	w.seats(d.Seats)
	if d.Actions != nil {
		w.actions(d.Actions)
	}
	if e := d.Endless; e != nil {
		w.Key(keyEndless)
		w.Map()
		w.Key(keySeed)
		w.Uint(e.Seed)
		w.Key(keyPlace)
		w.Text(e.Place)
		w.EndMap()
	}
}

func (w *writer) actions(places []simulate.Place) {
	w.Key(keyActions)
	w.List(len(places))
	for i := range places {
		p := &places[i]
		w.Map()
		w.Key(keyPlace)
		w.Text(p.Place)
		w.count(keyAsked, p.Asked)
		w.Key(keyMany)
		w.Bool(p.Many)
		w.Key(keyOptions)
		w.List(len(p.Options))
		for _, o := range p.Options {
			w.Map()
			w.Key(keyOption)
			w.Text(o.Option)
			w.count(keyLegal, o.Legal)
			w.count(keyTaken, o.Taken)
			w.count(keyForced, o.Forced)
			w.EndMap()
		}
		w.EndList()
		w.EndMap()
	}
	w.EndList()
}

func (w *writer) seats(list []simulate.SeatData) {
	w.Key(keySeats)
	w.List(len(list))
	for i := range list {
		s := &list[i]
		w.Map()
		w.Key(keyPayoff)
		w.interval(&s.Payoff)
		w.Key(keyAdvantage)
		w.interval(&s.Advantage)
		w.count(keyWins, s.Wins)
		w.maybe(keyWinRate, s.WinRate)
		w.maybe(keyWinLow, s.WinLow)
		w.maybe(keyWinHigh, s.WinHigh)
		w.EndMap()
	}
	w.EndList()
}

// difference writes how one variant differs from the other.
func (w *writer) difference(d *simulate.Difference) {
	w.Map()
	w.count(keyPairs, d.Pairs)
	w.intervals(keyPayoffs, d.Payoffs)
	w.intervals(keyWinRates, d.WinRates)
	w.Key(keyRequests)
	w.interval(&d.Requests)
	w.EndMap()
}

func (w *writer) intervals(k key, list []simulate.Interval) {
	w.Key(k)
	w.List(len(list))
	for i := range list {
		w.interval(&list[i])
	}
	w.EndList()
}

// interval writes a mean with its 95% interval; nil where too little was counted.
func (w *writer) interval(x *simulate.Interval) {
	w.Map()
	w.maybe(keyMean, x.Mean)
	w.maybe(keyLow, x.Low)
	w.maybe(keyHigh, x.High)
	w.maybe(keyMin, x.Min)
	w.maybe(keyMax, x.Max)
	w.EndMap()
}

func (w *writer) maybe(k key, x *float64) {
	w.Key(k)
	if x == nil {
		w.Nil()
		return
	}
	w.Float(*x)
}

func (w *writer) reasons(list []simulate.Reason) {
	w.Key(keyReasons)
	w.List(len(list))
	for _, x := range list {
		w.Map()
		w.Key(keyReason)
		w.Text(x.Reason)
		w.count(keyGames, x.Games)
		w.EndMap()
	}
	w.EndList()
}
