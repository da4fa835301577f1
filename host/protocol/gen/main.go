// Command gen writes docs/protocol.md and docs/protocol.schema.json from the table of methods. Run it
// at the top of the repository: go run ./host/protocol/gen
package main

import (
	"fmt"
	"os"

	"github.com/astragal-engine/astragal/host/protocol"
)

func main() {
	for name, text := range map[string][]byte{
		"docs/protocol.md":          []byte(protocol.Docs()),
		"docs/protocol.schema.json": protocol.Schema(),
	} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
