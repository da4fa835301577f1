// Command gen writes docs/*.schema.json but for the protocol's. Run it at the top of the repository:
// go run ./engine/schema/gen
package main

import (
	"fmt"
	"os"

	"github.com/astragal-engine/astragal/engine/schema"
)

func main() {
	for _, name := range schema.Names() {
		if err := os.WriteFile("docs/"+name+".schema.json", schema.Of(name), 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
