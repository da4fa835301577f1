package simulate

import "math/bits"

// Lengths count finished games by how many requests they took: each length below exact by itself, longer
// ones within one part in 128. So they take little memory, however many games and however long.
type Lengths []int

const exact = 256

func bucketOf(n int) int {
	if n < exact {
		return n
	}
	shift := bits.Len(uint(n)) - 8
	return exact + (shift-1)*exact/2 + n>>shift - exact/2
}

// begin is the least length of bucket i; the next one's is behind its last.
func begin(i int) int {
	if i < exact {
		return i
	}
	i -= exact
	return (exact/2 + i%(exact/2)) << (i/(exact/2) + 1)
}

const mostLength = 1 << 40

var mostBuckets = bucketOf(mostLength)

func (l *Lengths) add(requests int) { l.put(bucketOf(min(requests, mostLength-1)), 1) }

func (l *Lengths) put(bucket, games int) {
	for len(*l) <= bucket {
		*l = append(*l, 0)
	}
	(*l)[bucket] += games
}

func (l *Lengths) merge(o Lengths) {
	for i, n := range o {
		if n > 0 {
			l.put(i, n)
		}
	}
}

// Median is the length that half of the games do not exceed; of lengths of 256 and more it is the least
// that is counted with it. 0 without games.
func (l Lengths) Median() int {
	all := 0
	for _, n := range l {
		all += n
	}
	sum := 0
	for i, n := range l {
		if sum += n; n > 0 && 2*sum >= all {
			return begin(i)
		}
	}
	return 0
}

// Bin counts the games of From to To requests.
type Bin struct {
	From  int `json:"from"`
	To    int `json:"to"`
	Games int `json:"games"`
}

const mostBins = 40

// Bins gives the lengths as at most 40 bins of one width, a power of two, from the shortest game to the
// longest.
func (l Lengths) Bins() []Bin {
	out := []Bin{}
	first, last := -1, -1
	for i, n := range l {
		if n > 0 {
			if last = i; first < 0 {
				first = i
			}
		}
	}
	if first < 0 {
		return out
	}
	width := begin(last+1) - begin(last)
	for begin(last)/width-begin(first)/width >= mostBins {
		width *= 2
	}
	for at := begin(first) / width * width; at <= begin(last); at += width {
		out = append(out, Bin{From: at, To: at + width - 1})
	}
	for i := first; i <= last; i++ {
		out[begin(i)/width-begin(first)/width].Games += l[i]
	}
	return out
}
