// Package packfile opens packs: a folder or a zip becomes files in memory, or a list of what is wrong with it.
//
// A pack comes from a stranger, so nothing in it is believed. Paths lead nowhere but into the pack and
// mean the same on every system, links are refused, a zip says the same in all its places and unpacks to
// no more than its limits, and no file is a zip again. Everything is read once: what was checked is what
// is used. The work is bounded by the limits, whatever the bytes are.
//
// It knows nothing of what packs hold; it also has the versions of packs and the ranges that ask for them.
package packfile

// The codes of what is wrong with a folder or a zip.
const (
	Unreadable = "unreadable" // the operating system says no, or the zip is none
	BadPath    = "path"       // a path leads out of the pack
	BadName    = "name"       // a name that some system cannot have, or reads otherwise
	Link       = "link"       // neither a file nor a folder
	Duplicate  = "duplicate"  // one path twice
	Clash      = "clash"      // two paths that are one on some systems
	Bomb       = "bomb"       // it unpacks to far more than it is, or to another size than it says
	Overlap    = "overlap"    // two files of a zip share bytes
	Nested     = "nested"     // a zip in a pack
	Limit      = "limit"      // more than the limits allow
)
