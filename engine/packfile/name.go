package packfile

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// CheckPath says what is wrong with the path of a file in a pack; code is empty where nothing is. A path has / between
// names and means the same on Linux, macOS and Windows.
func CheckPath(p string) (code, why string) {
	switch {
	case p == "":
		return BadPath, "it is empty"
	case !utf8.ValidString(p):
		return BadName, "it is not UTF-8"
	case p[0] == '/':
		return BadPath, "it is absolute"
	case strings.Contains(p, `\`):
		return BadPath, `it has a backslash, which some systems take for a step into a folder`
	case len(p) >= 2 && p[1] == ':':
		return BadPath, "it begins with the letter of a drive"
	case len(p) > longestPath:
		return BadName, fmt.Sprintf("it has more than %d bytes", longestPath)
	}
	for _, name := range strings.Split(p, "/") {
		switch name {
		case "":
			return BadPath, "it has an empty name between two slashes"
		case ".", "..":
			return BadPath, fmt.Sprintf("it has '%s', which leads elsewhere", name)
		}
		if why := checkName(name); why != "" {
			return BadName, why
		}
	}
	return "", ""
}

func checkName(name string) string {
	for _, r := range name {
		switch {
		case r < 0x20 || r == 0x7f || unicode.IsControl(r):
			return fmt.Sprintf("it has the control character U+%04X", r)
		case strings.ContainsRune(`<>:"|?*`, r):
			return fmt.Sprintf("it has '%c', which Windows does not allow", r)
		case unicode.Is(unicode.Cf, r) || r == 0x2028 || r == 0x2029 || r == utf8.RuneError:
			return fmt.Sprintf("it has the invisible character U+%04X", r)
		}
	}
	last := name[len(name)-1]
	switch {
	case len(name) > longestName:
		return fmt.Sprintf("a name in it has more than %d bytes", longestName)
	case name[0] == '.':
		return "a name in it begins with a dot: such files are left out of packs"
	case last == '.' || last == ' ' || name[0] == ' ':
		return "a name in it begins with a blank or ends with a blank or a dot, which Windows drops"
	case reserved(name):
		return fmt.Sprintf("'%s' is the name of a device on Windows", name)
	}
	return ""
}

// reserved reports whether Windows takes a name for a device, whatever ending it has.
func reserved(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	base = strings.ToUpper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	if port, ok := strings.CutPrefix(base, "COM"); ok || strings.HasPrefix(base, "LPT") {
		if !ok {
			port = base[3:]
		}
		return len([]rune(port)) == 1 && strings.Contains("0123456789¹²³", port)
	}
	return false
}

// folded gives what paths have in common that are one where case and the ways to write a letter do not count.
func folded(p string) string {
	return norm.NFKC.String(cases.Fold().String(norm.NFKC.String(p)))
}
