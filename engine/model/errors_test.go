package model

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/internal/expect"
)

// Every file of testdata/errors announces its messages. Those named load-* are about reading alone, so here they must
// come out in full; in the others other stages speak too, but reading must say nothing that is not announced.
func TestAnnouncedErrors(t *testing.T) {
	files, err := filepath.Glob("../../testdata/errors/*.yaml")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			_, list, fatal := Parse(filepath.Base(file), string(text), Options{})
			if strings.HasPrefix(filepath.Base(file), "load-") {
				expect.Check(t, string(text), list, fatal)
			} else {
				expect.CheckSome(t, string(text), list, fatal)
			}
		})
	}
}
