package model

// Limits of what Load reads. Zero fields take the defaults.
type Limits struct {
	Bytes int // of all YAML together; default 8 MiB
	Depth int // nesting; default 200
	Nodes int // YAML nodes after aliases are followed; default 2,000,000
	Expr  int // bytes of one expression; default 64 KiB
}
