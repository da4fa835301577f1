package bench

import (
	"fmt"
	"os"
	"strings"
)

// WriteSection writes what a page has between <!-- begin NAME --> and <!-- end NAME --> anew. The marks
// must be there.
func WriteSection(path, name, text string) error {
	page, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	changed, err := section(string(page), name, text)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.WriteFile(path, []byte(changed), 0o666)
}

func section(page, name, text string) (string, error) {
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->"
	before, rest, found := strings.Cut(page, begin)
	_, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		return "", fmt.Errorf("it has no section between %q and %q", strings.TrimSpace(begin), end)
	}
	return before + begin + strings.TrimRight(text, "\n") + "\n" + end + after, nil
}
