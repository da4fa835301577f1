package chart

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine"
	"github.com/astragal-engine/astragal/engine/diagram"
	"github.com/astragal-engine/astragal/engine/program"
	"github.com/astragal-engine/astragal/engine/simulate"
	"github.com/astragal-engine/astragal/engine/value"
)

func nim(t *testing.T, misere bool) *program.Program {
	m, err := engine.Load("../../examples/nim/model.yaml")
	require.NoError(t, err)
	p, found := m.Compile(engine.Settings{Set: map[string]value.Value{"misere": value.OfBool(misere)}})
	require.Zero(t, found.Errors())
	return p.Program
}

func played(t *testing.T, variants ...*program.Program) *simulate.Result {
	r, err := simulate.Run(context.Background(), simulate.Options{Games: 2000, Seed: 1}, variants...)
	require.NoError(t, err)
	return r
}

// The pictures of testdata, of one rule and of two that are compared. ASTRAGAL_UPDATE=1 draws them anew.
func TestPictures(t *testing.T) {
	plain, misere := nim(t, false), nim(t, true)
	for file, got := range map[string][]byte{
		"nim.svg":      SVG(played(t, plain), [2]string{}, diagram.Auto),
		"compared.svg": SVG(played(t, plain, misere), [2]string{"", "misere=true"}, diagram.Dark),
	} {
		path := filepath.Join("testdata", file)
		if os.Getenv("ASTRAGAL_UPDATE") != "" {
			require.NoError(t, os.WriteFile(path, got, 0o666))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), file)
	}
}

// A name can be anything: the picture is XML whose only text it is.
func TestNamesAreText(t *testing.T) {
	p := nim(t, false)
	name := `</text><script>alert("&")</script>`
	svg := SVG(played(t, p, p), [2]string{name, "b"}, diagram.Light)
	found := false
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		if start, ok := token.(xml.StartElement); ok {
			require.NotEqual(t, "script", start.Name.Local)
		}
		if text, ok := token.(xml.CharData); ok && string(text) == name {
			found = true
		}
	}
	require.True(t, found)
}
