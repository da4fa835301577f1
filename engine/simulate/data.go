package simulate

import "math"

// Data is a tally for programs that read JSON.
type Data struct {
	Games    int        `json:"games" doc:"how many were played"`
	Finished int        `json:"finished" doc:"how many came to their end"`
	Stopped  int        `json:"stopped" doc:"how many an error of the model stopped"`
	Cut      int        `json:"cut" doc:"how many had not ended at the limit of requests"`
	Requests Interval   `json:"requests" doc:"requests of a finished game"`
	Median   *int       `json:"median" doc:"half of the finished games have no more requests; null without any"`
	Lengths  []Bin      `json:"lengths" doc:"how many finished games had how many requests: at most 40 rows of one width"`
	Reasons  []Reason   `json:"reasons" doc:"how games ended, the most frequent first"`
	Seats    []SeatData `json:"seats" doc:"how the finished games ended for each player"`
	Stops    []Stop     `json:"stops" doc:"the errors that stopped games, the most frequent first"`
	Endless  *Endless   `json:"endless,omitempty" doc:"the first game that was cut"`
	Actions  []Place    `json:"actions,omitempty" doc:"where asked for: how often each option was legal and taken, by the place"`
}

// Interval is a mean with its 95% interval; null where too little was counted.
type Interval struct {
	Mean *float64 `json:"mean"`
	Low  *float64 `json:"low"`
	High *float64 `json:"high"`
	Min  *float64 `json:"min"`
	Max  *float64 `json:"max"`
}

// SeatData is a Seat for programs that read JSON.
type SeatData struct {
	Payoff  Interval `json:"payoff"`
	Wins    int      `json:"wins" doc:"games in which this player's payoff is above everyone else's"`
	WinRate *float64 `json:"win_rate" doc:"of the finished games; null without any"`
	WinLow  *float64 `json:"win_low" doc:"where the 95% interval of win_rate begins, by Wilson's score"`
	WinHigh *float64 `json:"win_high" doc:"where it ends"`

	Advantage Interval `json:"advantage" doc:"the payoff less the mean of all players' payoffs of the same game"`
}

// Difference is how the second of two variants differs from the first, over games with the same seed.
type Difference struct {
	Pairs    int        `json:"pairs" doc:"seeds with which both variants came to an end"`
	Payoffs  []Interval `json:"payoffs" doc:"by player"`
	WinRates []Interval `json:"win_rates" doc:"by player; a game counts 1, 0 or -1"`
	Requests Interval   `json:"requests"`
}

// Difference gives how the second variant differs; nil of a single one.
func (r *Result) Difference() *Difference {
	if len(r.Variants) < 2 {
		return nil
	}
	d := &Difference{Pairs: r.Pairs, Payoffs: []Interval{}, WinRates: []Interval{}, Requests: r.Requests.Interval()}
	for i := range r.Payoffs {
		d.Payoffs, d.WinRates = append(d.Payoffs, r.Payoffs[i].Interval()), append(d.WinRates, r.Wins[i].Interval())
	}
	return d
}

// Data gives the tally as data.
func (t *Tally) Data() Data {
	out := Data{
		Games: t.Games, Finished: t.Finished, Stopped: t.Stopped(), Cut: t.Cut, Requests: t.Requests.Interval(),
		Reasons: t.Reasons(), Seats: []SeatData{}, Stops: t.Stops(), Endless: t.Endless, Lengths: t.Lengths.Bins(), Actions: t.Actions(),
	}
	if t.Finished > 0 {
		median := t.Lengths.Median()
		out.Median = &median
	}
	for i := range t.Seats {
		s := SeatData{Payoff: t.Seats[i].Payoff.Interval(), Wins: t.Seats[i].Wins, Advantage: t.Seats[i].Advantage.Interval()}
		if t.Finished > 0 {
			rate, low, high := Rate{s.Wins, t.Finished}.Interval()
			s.WinRate, s.WinLow, s.WinHigh = &rate, &low, &high
		}
		out.Seats = append(out.Seats, s)
	}
	return out
}

// Interval gives the mean with its 95% interval.
func (m *Moments) Interval() Interval {
	if m.N == 0 {
		return Interval{}
	}
	mean, least, most := m.Mean, m.Min, m.Max
	out := Interval{Mean: &mean, Min: &least, Max: &most}
	if half := m.Half(); !math.IsInf(half, 0) {
		low, high := mean-half, mean+half
		out.Low, out.High = &low, &high
	}
	return out
}
