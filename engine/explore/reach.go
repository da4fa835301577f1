package explore

import (
	"math/bits"
	"slices"
)

// isOpen reports that it is not known what follows a state.
func (r *Report) isOpen(i int) bool {
	return i >= r.full && r.kinds[i] < outside || r.kinds[i] == outside
}

func (r *Report) next(i int32) []int32 { return r.edges[r.first[i]:r.first[i+1]] }

// count counts the states by their kinds.
func (r *Report) count() {
	r.States, r.Depth = len(r.keys), len(r.Levels)-1
	by := [...]*int{decision: &r.Decisions, chance: &r.Chances, unasked: &r.Unasked, outside: &r.Outside, ended: &r.Ends, stopped: &r.Stopped}
	for i, k := range r.kinds {
		*by[k]++
		if r.isOpen(i) {
			r.Open++
		}
	}
	if r.Outside > 0 && r.Cut == "" {
		r.Whole, r.Cut = false, "what code outside the model answers is not explored"
	}
}

// reach finds the states from which no end can be reached, going back from the ends. Of what is open it takes for
// granted that one can.
func (r *Report) reach() {
	n := len(r.keys)
	start := make([]int64, n+1) // of a state, where those that lead to it begin
	for _, to := range r.edges {
		start[to+1]++
	}
	for i := range n {
		start[i+1] += start[i]
	}
	back, at := make([]int32, len(r.edges)), slices.Clone(start)
	for i := range int32(n) {
		for _, to := range r.next(i) {
			back[at[to]] = i
			at[to]++
		}
	}
	can := make([]bool, n)
	var todo []int32
	for i := range n {
		if r.kinds[i] == ended || r.isOpen(i) {
			can[i] = true
			todo = append(todo, int32(i))
		}
	}
	for len(todo) > 0 {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, before := range back[start[i]:start[i+1]] {
			if !can[before] {
				can[before] = true
				todo = append(todo, before)
			}
		}
	}
	nearest := int32(-1)
	for i := range n {
		if can[i] || r.kinds[i] == stopped {
			continue
		}
		if r.Stuck.States++; nearest < 0 {
			nearest = int32(i)
		}
	}
	if nearest < 0 {
		return
	}
	way, back2 := r.round(nearest, can)
	r.Stuck.Trace, r.Stuck.Cycle = r.answers(append(r.way(nearest), way...), back2)
}

// round goes on from a state without an end until it is back where it was: the way to the cycle, and the cycle. Both are empty
// where every way leads to an error.
func (r *Report) round(from int32, can []bool) (way, cycle []link) {
	type visit struct {
		state int32
		next  int
	}
	met := map[int32]int{from: 0} // where on the way, -1: left again
	stack := []visit{{from, 0}}
	for len(stack) > 0 {
		v := &stack[len(stack)-1]
		list := r.next(v.state)
		if v.next == len(list) {
			met[v.state] = -1
			stack = stack[:len(stack)-1]
			continue
		}
		to := list[v.next]
		v.next++
		at, seen := met[to]
		switch {
		case !seen:
			met[to] = len(stack)
			stack = append(stack, visit{to, 0})
		case at >= 0:
			for k, x := range stack {
				step := r.step(x.state, x.next-1)
				if k < at {
					way = append(way, step)
				} else {
					cycle = append(cycle, step)
				}
			}
			return way, cycle
		}
	}
	return nil, nil
}

// histories counts the ways to each kind of state, if none comes back and all are known.
func (r *Report) histories() {
	n := len(r.keys)
	into := make([]int32, n)
	for _, to := range r.edges {
		into[to]++
	}
	ways := make([]uint64, n)
	var todo []int32
	for i := range n {
		if into[i] == 0 {
			todo = append(todo, int32(i))
		}
	}
	if n > 0 {
		ways[0] = 1
	}
	done, over := 0, uint64(0)
	sums := map[kind]uint64{}
	add := func(a, b uint64) uint64 {
		sum, carry := bits.Add64(a, b, 0)
		over |= carry
		return sum
	}
	for ; len(todo) > 0; done++ {
		i := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		sums[r.kinds[i]] = add(sums[r.kinds[i]], ways[i])
		for _, to := range r.next(i) {
			ways[to] = add(ways[to], ways[i])
			if into[to]--; into[to] == 0 {
				todo = append(todo, to)
			}
		}
	}
	r.Cyclic = done < n
	if !r.Cyclic && r.Whole && over == 0 {
		r.Histories = &Counts{Decisions: sums[decision], Chances: sums[chance], Unasked: sums[unasked], Ends: sums[ended]}
	}
}
