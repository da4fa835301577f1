package model

// Limits of what Load reads. Zero fields take the defaults.
type Limits struct {
	Bytes int // of all YAML together; default 8 MiB
	Depth int // nesting; default 200
	Nodes int // YAML nodes after aliases are followed; default 2,000,000
	Expr  int // bytes of one expression; default 64 KiB
}

// Most players that a game may have, and most digits that a number may have (as in Python).
const (
	maxPlayers = 64
	maxDigits  = 4300
)

func (l Limits) withDefaults() Limits {
	def := func(n *int, v int) {
		if *n <= 0 {
			*n = v
		}
	}
	def(&l.Bytes, 8<<20)
	def(&l.Depth, 200)
	def(&l.Nodes, 2_000_000)
	def(&l.Expr, 64<<10)
	return l
}
