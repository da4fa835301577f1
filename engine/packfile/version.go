package packfile

import (
	"fmt"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// Version is the version of a pack: 1.4.0, or 1.4.0-rc.1. Missing numbers are 0. The zero Version is not known.
type Version struct{ v *semver.Version }

// Known reports whether there is one.
func (v Version) Known() bool { return v.v != nil }

// Early reports whether it is a pre-release, such as 2.0.0-rc.1.
func (v Version) Early() bool { return v.v.Prerelease() != "" }

// Written gives it as it was written, String with all three numbers.
func (v Version) Written() string { return v.v.Original() }

const longestVersion = 100

// ParseVersion reads a version.
func ParseVersion(s string) (Version, error) {
	if len(s) > longestVersion || s == "" || s[0] < '0' || s[0] > '9' {
		return Version{}, fmt.Errorf("'%s' is no version", clip(s))
	}
	v, err := semver.NewVersion(s)
	if err != nil {
		return Version{}, fmt.Errorf("'%s' is no version", clip(s))
	}
	return Version{v}, nil
}

func (v Version) String() string { return v.v.String() }

// Compare is below 0 where v is older than w, above 0 where it is newer.
func (v Version) Compare(w Version) int { return v.v.Compare(w.v) }

// Range is a set of versions: a bare version (that or a later one with the same first number), or comparisons,
// `>=1.2 <3`, `^1.4`, `~1.4.2`, `1.x || 3.x`. The zero Range takes every version.
type Range struct {
	text string
	c    *semver.Constraints
}

// ParseRange reads a range.
func ParseRange(s string) (Range, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return Range{}, nil
	}
	bad := fmt.Errorf("'%s' is no range of versions", clip(s))
	if len(s) > longestVersion {
		return Range{}, bad
	}
	text := s
	if v, err := ParseVersion(s); err == nil {
		text = fmt.Sprintf(">=%s <%d", v.v, v.v.Major()+1)
	}
	c, err := semver.NewConstraint(text)
	if err != nil {
		return Range{}, bad
	}
	return Range{s, c}, nil
}

func (r Range) String() string { return r.text }

// Has reports whether a version is in the range. Pre-releases are only where the range names one.
func (r Range) Has(v Version) bool { return r.c == nil || r.c.Check(v.v) }
