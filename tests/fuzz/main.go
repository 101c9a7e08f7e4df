// Command fuzz runs every fuzz target of the module, one after the other, for a set time
// each, and fails when one of them finds an input that breaks its property.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

func main() {
	each := flag.Duration("time", 20*time.Second, "time for each target")
	flag.Parse()
	if err := run(*each); err != nil {
		fmt.Fprintln(os.Stderr, "fuzz:", err)
		os.Exit(1)
	}
}

// target is one fuzz function and the package it is in.
type target struct{ pkg, name string }

func run(each time.Duration) error {
	targets, err := list()
	if err != nil {
		return err
	}
	if len(targets) == 0 {
		return fmt.Errorf("no fuzz target found")
	}
	for i, t := range targets {
		fmt.Printf("fuzz %d/%d %s %s for %s\n", i+1, len(targets), t.pkg, t.name, each)
		if err := t.fuzz(each); err != nil {
			return fmt.Errorf("run %s in %s: %w", t.name, t.pkg, err)
		}
	}
	fmt.Printf("%d passed, 0 failed\n", len(targets))
	return nil
}

// fuzzTries is how often a target is run that ended with nothing but the deadline.
const fuzzTries = 3

// fuzz runs one target. Go 1.26 reports the end of its time as a failure now and then
// (golang/go#75804); without an input that fails, such a run is repeated.
func (t target) fuzz(each time.Duration) error {
	for try := 1; ; try++ {
		cmd := exec.Command("go", "test", "-run", "^$", "-fuzz", "^"+t.name+"$", "-fuzztime", each.String(),
			"-fuzzminimizetime", "1x", t.pkg) // minimising stalls on long inputs
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = io.MultiWriter(os.Stdout, &out), os.Stderr
		err := cmd.Run()
		if err == nil || try == fuzzTries || !onlyDeadline(out.String()) {
			return err
		}
		fmt.Printf("fuzz: no input of %s failed, only its time ended (golang/go#75804): once more\n", t.name)
	}
}

// onlyDeadline reports whether what a failed run printed names the deadline and no input.
func onlyDeadline(out string) bool {
	return strings.Contains(out, "\n    context deadline exceeded\nFAIL\n") && !strings.Contains(out, "Failing input written")
}

// list finds the targets: `go test -list` prints the names of a package before its "ok" line.
func list() ([]target, error) {
	out, err := exec.Command("go", "test", "-list", "^Fuzz", "./...").Output()
	if err != nil {
		return nil, fmt.Errorf("list fuzz targets: %w", err)
	}
	var targets []target
	var names []string
	for line := range strings.Lines(string(bytes.TrimSpace(out))) {
		fields := strings.Fields(line)
		switch {
		case len(fields) >= 2 && fields[0] == "ok":
			for _, name := range names {
				targets = append(targets, target{fields[1], name})
			}
			names = nil
		case strings.HasPrefix(line, "Fuzz"):
			names = append(names, fields[0])
		}
	}
	return targets, nil
}
