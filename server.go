// Command causeway is long-term memory for AI agents that can say why.
package main

import (
	"os"
	_ "time/tzdata" // for machines without a database of time zones

	"github.com/causeway-memory/causeway/internal/cli"
)

func main() {
	os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}
