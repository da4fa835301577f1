// Package contentpack opens strangers' packs: models, content that is added to models, evaluators, pictures and texts,
// in a folder or a zip (docs/content-packs.md). It answers what is in a pack and whether it is sound, who signed it and what
// it may do, before anything in it runs.
//
// [Open] reads a pack and gives it whole and checked, or all that is wrong with it. [Pack.Admit] holds it against what the
// host allows. A [Library] finds packs in a folder and picks versions that fit together. [Build] makes a zip of a folder,
// [Sign] signs one.
package contentpack

import "github.com/astragal-engine/astragal/engine/character/pack"

// The codes of what is wrong with a pack, beside those of packfile and of pack.
const (
	BadSignature = "signature" // pack.sig cannot be read, or a signature in it is not of this pack
	Untrusted    = "untrusted" // nobody signed it whom the host trusts
	BadEngine    = "engine"    // it is for another version of the engine
	NotGranted   = "grant"     // it may do more than the host allows
	Conflict     = "conflict"  // packs do not go together
	Unknown      = "unknown"   // there is no such pack, or no such thing in it
)

// Errors are all that is wrong with packs.
type Errors = pack.Errors
