// Command bench compares, in one run, what causeway answers over GraphQL on the embedded
// engines, the same on Neo4j and Weaviate, and what the bare clients of these answer to the
// same statements; and so for what they write:
//
//	go run ./tests/bench
//
// It starts servers of its own, and removes them with their data, unless the environment of
// package enginetest names some, which it fills. With -run it needs none and times `make run`
// of a clean clone instead. Timing is not a test: the exit code is 0 whatever
// the figures are, and 1 when something failed.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// options are the flags.
type options struct {
	sizes []int
	n     int
	json  string
	// run asks for the time of `make run` and nothing else.
	run bool
	// home holds the data of the embedded engines, by size.
	home string
	// project was filled by an earlier run; empty to import anew.
	project string
	// only is part of the names of the questions to ask.
	only string
	// profiles is a folder; empty for no profiles.
	profiles string
	// binary is the program whose start is timed.
	binary string
}

func main() {
	var o options
	sizes := flag.String("sizes", "1000,20000", "numbers of episodes to measure at")
	flag.IntVar(&o.n, "n", 200, "how often each question is asked on each side")
	flag.StringVar(&o.json, "json", "", "file that the figures are written to as well")
	flag.BoolVar(&o.run, "run", false, "time `make run` of a clean clone, with cold and with warm caches, and nothing else")
	flag.StringVar(&o.home, "home", "", "folder for the data of the embedded engines, which is kept; a temporary one otherwise")
	flag.StringVar(&o.project, "project", "", "project that an earlier run on these engines and this -home filled; nothing is imported then")
	flag.StringVar(&o.only, "only", "", "part of the names of the questions to ask")
	flag.StringVar(&o.profiles, "profile", "", "folder for CPU profiles of the questions and the imports")
	flag.StringVar(&o.binary, "binary", "bin/causeway", "program whose start is timed")
	flag.Parse()
	for _, word := range strings.Split(*sizes, ",") {
		size, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || size < corpus.SagaEvery || o.n < 1 {
			fmt.Fprintf(os.Stderr, "bench: -sizes wants numbers of at least %d, -n at least 1\n", corpus.SagaEvery)
			os.Exit(2)
		}
		o.sizes = append(o.sizes, size)
	}
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(o options) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	report := measure.Report{Machine: fmt.Sprintf("%d cores, %s/%s, load %s before", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, load())}
	if o.run {
		report.Figures, err = timeRuns(ctx)
	} else {
		err = measureAll(ctx, o, &report)
	}
	if err != nil {
		return err
	}
	report.Machine += fmt.Sprintf(" and %s after", load())
	if err := report.Print(os.Stdout); err != nil {
		return fmt.Errorf("print the figures: %w", err)
	}
	return write(o.json, report)
}

// load is the mean number of running processes in the last minute, where the system tells it.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	mean, _, _ := strings.Cut(string(b), " ")
	return mean
}

func write(file string, report measure.Report) error {
	if file == "" {
		return nil
	}
	b, err := json.MarshalIndent(report, "", "  ")
	if err == nil {
		err = os.WriteFile(file, append(b, '\n'), 0o644)
	}
	if err != nil {
		return fmt.Errorf("write the figures: %w", err)
	}
	return nil
}

// progress shows a line on standard error, with the seconds since the beginning.
func progress(began time.Time, format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%6.1fs  %s\n", time.Since(began).Seconds(), fmt.Sprintf(format, args...))
}
