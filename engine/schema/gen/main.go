// Command gen writes docs/model.schema.json and docs/report.schema.json. Run it at the top of the
// repository: go run ./engine/schema/gen
package main

import (
	"fmt"
	"os"

	"github.com/astragal-engine/astragal/engine/schema"
)

func main() {
	for name, text := range map[string][]byte{
		"docs/model.schema.json":  schema.Model(),
		"docs/report.schema.json": schema.Report(),
	} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
