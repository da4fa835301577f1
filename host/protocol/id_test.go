package protocol

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/astragal-engine/astragal/host/session"
)

// A frame that cannot be read is answered under its id, wherever that stands.
func TestUnreadableRequestsKeepTheirID(t *testing.T) {
	deep := make([]byte, 1000)
	for i := range deep {
		deep[i] = 0x91
	}
	bad := map[string]string{
		"a key that is no text": "\x81\x01\x02",
		"far too deep":          string(deep) + "\xc0",
		"a byte that is none":   "\xc1",
	}
	for name, value := range bad {
		for _, id := range []uint64{5, 300, 1 << 40} {
			packed := string(binary.BigEndian.AppendUint64([]byte{0xcf}, id))
			head, rest := "\xa1v\x01\xa6method\xa9game.play", "\xa6params\x81\xa1x"+value
			require.Equal(t, id, idOf([]byte("\x84\xa2id"+packed+head+rest)), "first: %s", name)
			require.Equal(t, id, idOf([]byte("\x84"+head+"\xa2id"+packed+rest)), "between: %s", name)
			require.Equal(t, id, idOf([]byte("\x84"+head+rest+"\xa2id"+packed)), "last: %s", name)
		}
	}
	for _, frame := range []string{"", "\xc1", "\x84", "\x84\xa2id", "\x84\xa2id\xff", "\x81\xa2ix\x05", "\x81\xa2id\xa1x", "\x93\xa2id\x05\x01", "\x81\xdb\xff\xff\xff\xffid\x05"} {
		require.Zero(t, idOf([]byte(frame)), "%q", frame)
	}
	rt := newHost(t, session.Config{}).rt
	answer := Handle(rt, []byte("\x84\xa1v\x01\xa6method\xa9game.play\xa6params\x81\x01\x02\xa2id\x2a"), nil)
	require.Contains(t, string(answer), "\xa2id\x2a\xa2ok\xc2")
}
