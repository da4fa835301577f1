package sheet

import "github.com/astragal-engine/astragal/engine/character/pack"

// Stacked is an effect that competes with others of its key. Callers put together those of one target and
// one op, in instance order; [Rules.Stack] says which count.
type Stacked struct {
	Key    string      // empty: competes with nobody
	Source StackSource // what carries it; those of the key `source` compete within one source
	Weight float64     // what highest and lowest compare: the value, a factor, the average of dice
	By     int         // set by Stack: the index of the one that stands in its way; -1: it counts
}

// Competition is a group whose policy leaves the choice to the player. The recommended one counts.
type Competition struct {
	Key         string
	Members     []int
	Recommended int
}

const sourceKey = "source"

// policy is how effects of a key stack.
func (r *Rules) policy(key string) pack.Stacking {
	if key == sourceKey {
		if r.Settings.SourceStacking != "" {
			return r.Settings.SourceStacking
		}
		return pack.StackHighest
	}
	if p, ok := r.Settings.Stacking[key]; ok {
		return p
	}
	return pack.StackAll
}

// Stack works out which effects count and sets By of each.
func (r *Rules) Stack(list []Stacked) (open []Competition) {
	for i := range list {
		list[i].By = unset
	}
	for i := range list {
		if list[i].By != unset {
			continue
		}
		if list[i].Key == "" {
			list[i].By = counts
			continue
		}
		var group []int
		for j := i + 1; j < len(list); j++ {
			if list[j].Key == list[i].Key && (list[i].Key != sourceKey || list[j].Source == list[i].Source) {
				if group == nil {
					group = append(make([]int, 0, 4), i)
				}
				group = append(group, j)
			}
		}
		if group == nil {
			list[i].By = counts
			continue
		}
		policy := r.policy(list[i].Key)
		if policy == pack.StackPlayerChooses && len(group) > 1 {
			best := r.recommended(list, group)
			open = append(open, Competition{list[i].Key, group, best})
		}
		r.reduce(policy, list, group)
	}
	return open
}

const (
	counts = -1
	unset  = -2
)

// reduce lets the winners of a group count and points the others at the winner.
func (r *Rules) reduce(policy pack.Stacking, list []Stacked, group []int) {
	if policy == pack.StackBonusPenalty {
		var bonuses, penalties []int
		for _, i := range group {
			if list[i].Weight < 0 {
				penalties = append(penalties, i)
			} else {
				bonuses = append(bonuses, i)
			}
		}
		r.reduce(pack.StackHighest, list, bonuses)
		r.reduce(pack.StackLowest, list, penalties)
		return
	}
	if len(group) == 0 {
		return
	}
	if policy == pack.StackAll {
		for _, i := range group {
			list[i].By = counts
		}
		return
	}
	winner := pick(policy, list, group)
	if policy == pack.StackPlayerChooses {
		winner = r.recommended(list, group)
	}
	for _, i := range group {
		list[i].By = winner
	}
	list[winner].By = counts
}

// recommended is the one that settings.competing.recommend names.
func (r *Rules) recommended(list []Stacked, group []int) int {
	return pick(pack.Stacking(r.Settings.Competing), list, group)
}

// pick finds the winner; of equals the earlier one.
func pick(policy pack.Stacking, list []Stacked, group []int) int {
	best := group[0]
	for _, i := range group[1:] {
		switch policy {
		case pack.StackLowest:
			if list[i].Weight < list[best].Weight {
				best = i
			}
		case pack.StackLatest:
			best = i
		case pack.StackFirst:
		default:
			if list[i].Weight > list[best].Weight {
				best = i
			}
		}
	}
	return best
}
