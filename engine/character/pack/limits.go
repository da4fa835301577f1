package pack

// Limits of what Load reads, over all packs together unless said otherwise. Zero fields take the defaults.
type Limits struct {
	Bytes    int // of all texts; default 32 MiB
	File     int // of one text; default 4 MiB
	Files    int // default 4,000
	Depth    int // of YAML and of folders; default 64
	Nodes    int // YAML values after aliases; default 2,000,000
	Formula  int // bytes of one formula; default 16 KiB
	Formulas int // default 200,000
	Errors   int // that are reported; default 1,000
}
