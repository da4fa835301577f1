package protocol

import "github.com/astragal-engine/astragal/engine/game"

// AppendRequest appends what a game waits for in msgpack, as the answers of the methods of games have it.
func AppendRequest(dst []byte, g *game.Game) []byte {
	w := writer{b: dst}
	w.request(g)
	return w.b
}
