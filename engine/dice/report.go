package dice

import "math"

// The types of this file are a roll and a distribution as data, for JSON and for the protocol.

// RollReport is a roll.
type RollReport struct {
	Dice  string       `json:"dice"` // canonical
	Total int          `json:"total"`
	Terms []TermReport `json:"terms"`
	Flat  int          `json:"flat"`
	Asked []int        `json:"asked"` // the faces that chance gave, in order
}

// TermReport is one term of it. Value has the term's sign.
type TermReport struct {
	Dice  string       `json:"dice"`
	Value int          `json:"value"`
	Faces []FaceReport `json:"faces"`
}

// FaceReport is one face, in the order in which they fell. Counts is what it counts for.
type FaceReport struct {
	Die      int  `json:"die"`
	Face     int  `json:"face"`
	Counts   int  `json:"counts"`
	Kept     bool `json:"kept"`
	Set      bool `json:"set,omitempty"`
	Rerolled bool `json:"rerolled,omitempty"`
	Exploded bool `json:"exploded,omitempty"`
	Extra    bool `json:"extra,omitempty"`
	Raised   bool `json:"raised,omitempty"`
	Success  bool `json:"success,omitempty"`
	Failure  bool `json:"failure,omitempty"`
}

// Report gives a roll as data.
func (r *Roll) Report() *RollReport {
	d := Dice{Flat: r.Flat}
	out := &RollReport{Total: r.Total, Flat: r.Flat, Terms: []TermReport{}, Asked: append([]int{}, r.Asked()...)}
	for i := range r.Terms {
		t := &r.Terms[i]
		d.Terms = append(d.Terms, t.Term)
		x := TermReport{Dice: t.Term.String(), Value: t.Value, Faces: make([]FaceReport, len(t.Faces))}
		if t.Minus {
			x.Value = -x.Value
		}
		for k, f := range t.Faces {
			m := f.Marks
			x.Faces[k] = FaceReport{int(f.Die), int(f.Face), int(f.Value), m.Has(Kept), m.Has(Set), m.Has(Rerolled), m.Has(Exploded), m.Has(Extra), m.Has(Raised), m.Has(Success), m.Has(Failure)}
		}
		out.Terms = append(out.Terms, x)
	}
	out.Dice = d.String()
	return out
}

// DistributionReport is a distribution: numbers, and beside them exact fractions as texts.
type DistributionReport struct {
	Dice          string          `json:"dice"`
	Min           int             `json:"min"`
	Max           int             `json:"max"`
	Mean          float64         `json:"mean"`
	MeanExact     string          `json:"mean_exact"`
	Variance      float64         `json:"variance"`
	VarianceExact string          `json:"variance_exact"`
	Deviation     float64         `json:"deviation"`
	Median        int             `json:"median"`
	Partial       bool            `json:"partial"`
	Beyond        float64         `json:"beyond"`
	Outcomes      []OutcomeReport `json:"outcomes"`
}

// OutcomeReport is one total that can come up. AtLeast is as far as the table goes.
type OutcomeReport struct {
	Total   int     `json:"total"`
	P       float64 `json:"p"`
	AtLeast float64 `json:"at_least"`
	AtMost  float64 `json:"at_most"`
	Exact   string  `json:"exact,omitempty"` // p as a fraction
}

// Report gives the distribution of d as data; exact says whether each probability is given as a
// fraction too.
func (x *Distribution) Report(d Dice, exact bool) *DistributionReport {
	out := &DistributionReport{Dice: d.String(), Min: x.Min(), Max: x.Max(), Median: x.Quantile(0.5), Partial: x.partial, Deviation: x.Deviation()}
	out.Mean, _ = x.m.mean.Float64()
	out.MeanExact = x.m.mean.RatString()
	out.Variance, _ = x.m.variance.Float64()
	out.VarianceExact = x.m.variance.RatString()
	out.Beyond, _ = x.Beyond().Float64()
	below := x.sum(math.MinInt, x.s.low-1)
	above := x.sum(x.s.low, x.s.high())
	for i, w := range x.s.w {
		if w.Sign() == 0 {
			continue
		}
		o := OutcomeReport{Total: x.s.low + i}
		p := x.share(w)
		o.P, _ = p.Float64()
		if exact {
			o.Exact = p.RatString()
		}
		o.AtLeast, _ = x.share(above).Float64()
		o.AtMost, _ = x.share(below.Add(below, w)).Float64()
		above.Sub(above, w)
		out.Outcomes = append(out.Outcomes, o)
	}
	return out
}
