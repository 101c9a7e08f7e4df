// Command supply looks at what causeway is made of beside its own code, and makes what is given to people.
//
//	supply licences          compares THIRD_PARTY_LICENSES with the licences of what is shipped
//	supply licences -write   writes it
//	supply vulnerabilities   looks for known vulnerabilities in code that causeway calls
//	supply release           builds archives, packages and checksums into a folder
package main

import (
	"context"
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

func run(args []string, log io.Writer) error {
	flags := flag.NewFlagSet("supply", flag.ContinueOnError)
	write := flags.Bool("write", false, "write the file of licences instead of comparing it")
	scanner := flags.String("govulncheck", "govulncheck", "the program that scans")
	out := flags.String("out", "dist", "the folder of the release; it is emptied")
	strict := flags.Bool("strict", false, "fail where the database of vulnerabilities cannot be reached")
	if len(args) == 0 {
		return errors.New("say what to do: licences, vulnerabilities or release")
	}
	if err := flags.Parse(args[1:]); err != nil {
		return err
	}
	switch args[0] {
	case "licences":
		return licences(*write, log)
	case "vulnerabilities":
		return vulnerabilities(*scanner, *strict, log)
	case "release":
		return release(context.Background(), *out, log)
	}
	return fmt.Errorf("%q is none of licences, vulnerabilities and release", args[0])
}
