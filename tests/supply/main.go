// Command supply looks at what causeway is made of beside its own code.
//
//	supply licences          compares THIRD_PARTY_LICENSES with the licences of what is shipped
//	supply licences -write   writes it
//	supply vulnerabilities   looks for known vulnerabilities in code that causeway calls
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "supply:", err)
		os.Exit(1)
	}
}

func run(args []string, out io.Writer) error {
	flags := flag.NewFlagSet("supply", flag.ContinueOnError)
	write := flags.Bool("write", false, "write the file of licences instead of comparing it")
	scanner := flags.String("govulncheck", "govulncheck", "the program that scans")
	strict := flags.Bool("strict", false, "fail where the database of vulnerabilities cannot be reached")
	if len(args) == 0 {
		return errors.New("say what to look at: licences or vulnerabilities")
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch args[0] {
	case "licences":
		return licences(*write, out)
	case "vulnerabilities":
		return vulnerabilities(*scanner, *strict, out)
	}
	return fmt.Errorf("%q is neither licences nor vulnerabilities", args[0])
}
