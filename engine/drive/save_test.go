package drive

import (
	"crypto/sha256"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/engine/program"
)

func TestHostileSaves(t *testing.T) {
	p := compiled(t, small)
	s := start(t, p, 4)
	playOn(t, s, 3)
	hostile(t, p, s.Save())
}

func TestHostileSavesWithReplies(t *testing.T) {
	p, asked := compiled(t, consulting), 0
	s, err := New(p, count(&asked, "judge", "oracle"))
	require.NoError(t, err)
	playOn(t, s, 2)
	require.Equal(t, 5, asked)
	hostile(t, p, s.Save())
}

func hostile(t *testing.T, p *program.Program, good []byte) {
	for n := range good {
		_, err := Restore(p, good[:n], Options{})
		require.Error(t, err, "the first %d bytes", n)
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		bad := append([]byte(nil), good...)
		bad[rnd.IntN(len(bad))] ^= byte(1 + rnd.IntN(255))
		_, err := Restore(p, bad, Options{})
		require.Error(t, err, "the checksum holds")
	}
	// A checksum is no defence: whoever alters a save can write it anew.
	for range 3000 {
		bad := append([]byte(nil), good[:len(good)-sumSize]...)
		for range 1 + rnd.IntN(3) {
			bad[rnd.IntN(len(bad))] = byte(rnd.IntN(256))
		}
		sum := sha256.Sum256(bad)
		bad = append(bad, sum[:sumSize]...)
		if r, err := Restore(p, bad, Options{}); err == nil {
			_ = r.Undo(r.CanUndo())
			playOn(t, r, 20)
		}
	}
}
