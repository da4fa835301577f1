package simulate

import "math"

// Data is a tally for programs that read JSON.
type Data struct {
	Games    int        `json:"games" doc:"how many were played"`
	Finished int        `json:"finished" doc:"how many came to their end"`
	Stopped  int        `json:"stopped" doc:"how many an error of the model stopped"`
	Cut      int        `json:"cut" doc:"how many had not ended at the limit of requests"`
	Requests Interval   `json:"requests" doc:"requests of a finished game"`
	Reasons  []Reason   `json:"reasons" doc:"how games ended, the most frequent first"`
	Seats    []SeatData `json:"seats" doc:"how the finished games ended for each player"`
	Stops    []Stop     `json:"stops" doc:"the errors that stopped games, the most frequent first"`
	Endless  *Endless   `json:"endless,omitempty" doc:"the first game that was cut"`
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
}

// Data gives the tally as data.
func (t *Tally) Data() Data {
	out := Data{
		Games: t.Games, Finished: t.Finished, Stopped: t.Stopped(), Cut: t.Cut, Requests: t.Requests.Interval(),
		Reasons: t.Reasons(), Seats: []SeatData{}, Stops: t.Stops(), Endless: t.Endless,
	}
	for i := range t.Seats {
		s := SeatData{Payoff: t.Seats[i].Payoff.Interval(), Wins: t.Seats[i].Wins}
		if t.Finished > 0 {
			rate := float64(s.Wins) / float64(t.Finished)
			s.WinRate = &rate
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
