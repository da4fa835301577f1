package packfile

// Limits of what is opened. Zero fields take the defaults.
type Limits struct {
	Zip   int // bytes of a zip; default 64 MiB
	Bytes int // of all files, unpacked; default 128 MiB
	File  int // bytes of one file, unpacked; default 32 MiB
	Files int // default 4,000
	Depth int // folders in folders; default 32
	Ratio int // how many times larger a file is than its packed form, once it passes 64 KiB; default 200
}

const (
	longestPath = 240 // bytes
	longestName = 120
	smallFile   = 64 << 10 // no ratio is asked of it
	mostFaults  = 100
)

func (l Limits) orDefault() Limits {
	for n, d := range map[*int]int{&l.Zip: 64 << 20, &l.Bytes: 128 << 20, &l.File: 32 << 20, &l.Files: 4000, &l.Depth: 32, &l.Ratio: 200} {
		if *n <= 0 {
			*n = d
		}
	}
	return l
}
