// Command bench compares what causeway answers over GraphQL with what the bare clients of
// Neo4j and Weaviate answer to the same statements, and what it imports with what they
// write, in one run:
//
//	go run ./tests/engines -- go run ./tests/bench
//
// It fills the engines that the environment of package enginetest names and leaves the data
// there, so that engines that nobody else uses are wanted. Timing is not a test: the exit
// code is 0 whatever the figures are, and 1 when something failed.
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
	// project was filled by an earlier run; empty to import anew.
	project string
	// only is part of the names of the questions to ask.
	only string
	// profiles is a folder; empty for no profiles.
	profiles string
}

func main() {
	sizes := flag.String("sizes", "1000,20000", "numbers of episodes to measure at")
	n := flag.Int("n", 200, "how often each question is asked on either side")
	file := flag.String("json", "", "file that the figures are written to as well")
	project := flag.String("project", "", "project that an earlier run on these engines filled; nothing is imported then")
	only := flag.String("only", "", "part of the names of the questions to ask")
	profile := flag.String("profile", "", "folder for CPU profiles of the questions")
	flag.Parse()
	o := options{n: *n, json: *file, project: *project, only: *only, profiles: *profile}
	for _, word := range strings.Split(*sizes, ",") {
		size, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || size < corpus.SagaEvery || *n < 1 {
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

func run(o options) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	m, err := open(ctx)
	if err != nil {
		return err
	}
	defer m.close()
	report := measure.Report{Machine: fmt.Sprintf("%d cores, %s/%s", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH)}
	b := &bench{memory: m, options: o, began: time.Now(), suffix: time.Now().Format("150405")}
	if o.project == "" {
		if err := b.warmUp(ctx); err != nil {
			return fmt.Errorf("warm up: %w", err)
		}
	}
	for _, size := range o.sizes {
		rates, latencies, err := b.measure(ctx, size)
		if err != nil {
			return fmt.Errorf("measure at %d episodes: %w", size, err)
		}
		report.Rates = append(report.Rates, rates...)
		report.Latencies = append(report.Latencies, latencies...)
	}
	b.say("done")
	if err := report.Print(os.Stdout); err != nil {
		return fmt.Errorf("print the figures: %w", err)
	}
	return write(o.json, report)
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

// bench is one run.
type bench struct {
	*memory
	options
	began time.Time
	// suffix keeps the projects of several runs on the same engines apart.
	suffix string
}

// say shows progress.
func (b *bench) say(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "%6.1fs  %s\n", time.Since(b.began).Seconds(), fmt.Sprintf(format, args...))
}

// warmUp writes and asks once what is measured later, so that both engines have planned
// and compiled it.
func (b *bench) warmUp(ctx context.Context) error {
	c := corpus.New(4 * batchSize)
	in := &importing{bench: b, corpus: c, project: "warm-" + b.suffix}
	for from := 0; from < c.Size(); from += batchSize {
		if err := in.batch(ctx, from); err != nil {
			return err
		}
		b.say("warmed up with %d episodes, %.1f s to the commit; longest: %s", batchSize, in.ours[from/batchSize].Seconds(), b.usage.take(4))
	}
	return nil
}

// measure imports a corpus and asks the questions.
func (b *bench) measure(ctx context.Context, size int) ([]measure.Rate, []measure.Latency, error) {
	c := corpus.New(size)
	if b.project != "" {
		latencies, err := b.ask(ctx, c, b.project)
		return nil, latencies, err
	}
	in := &importing{bench: b, corpus: c, project: fmt.Sprintf("bench-%d-%s", size, b.suffix)}
	rates, err := in.run(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("import: %w", err)
	}
	b.say("%s is written on both sides; longest: %s", in.project, b.usage.take(12))
	latencies, err := b.ask(ctx, c, in.project)
	return rates, latencies, err
}
