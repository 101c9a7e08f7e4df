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
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
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
	// chunks are the sizes to measure vectors at.
	chunks []int
	// factors are the numbers of episodes to measure factors at.
	factors []int
	// models are the numbers of episodes to measure questions about effects at.
	models []int
	// patterns are the numbers of episodes to measure patterns at.
	patterns []int
	// capturedEvents is how many execution events wait, or are there, when capture is measured; 0 leaves it out.
	capturedEvents int
	n              int
	json           string
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
	// hooks times the hooks of an agent and nothing else.
	hooks bool
	// quality asks the labelled questions and nothing else; misses shows those that were missed.
	quality, misses bool
	// providers are those of the vectors that labelled questions are asked with; empty for all, or of -quality for the parts of the recipe.
	providers []string
	// calibrate makes the rules of recall's probabilities and nothing else.
	calibrate bool
	// keep is a file that gets what the rules were fitted to.
	keep string
	// data is the folder of the real episodes.
	data string
	// public is a folder of sets of the field; with it their questions are asked and nothing else. answers is a file that gets each answer.
	public, answers string
}

func main() {
	o := options{sizes: []int{1_000, 20_000}, chunks: []int{1_000, 20_000}, factors: []int{2_000, 20_000}, models: []int{2_000, 20_000}, patterns: []int{2_000, 20_000}}
	flag.Func("sizes", "numbers of episodes to measure at; empty for none (default 1000,20000)", numbers(&o.sizes, corpus.SagaEvery))
	flag.Func("chunks", "numbers of chunks to measure vectors at; empty for none (default 1000,20000)", numbers(&o.chunks, leastChunks))
	flag.Func("factors", "numbers of episodes to measure factors at; empty for none (default 2000,20000)", numbers(&o.factors, batchSize))
	flag.Func("models", "numbers of episodes to measure questions about effects at; empty for none (default 2000,20000)", numbers(&o.models, batchSize))
	flag.Func("patterns", "numbers of episodes to measure patterns at; empty for none (default 2000,20000)", numbers(&o.patterns, batchSize))
	flag.IntVar(&o.capturedEvents, "events", 10_000, "number of execution events to measure capture at; 0 for none")
	flag.IntVar(&o.n, "n", 200, "how often each question is asked on each side")
	flag.StringVar(&o.json, "json", "", "file that the figures are written to as well")
	flag.BoolVar(&o.run, "run", false, "time `make run` of a clean clone, with cold and with warm caches, and nothing else")
	flag.StringVar(&o.home, "home", "", "folder for the data of the embedded engines, which is kept; a temporary one otherwise. With -quality and -calibrate it keeps the vectors of the sentence model")
	flag.StringVar(&o.project, "project", "", "project that an earlier run on these engines and this -home filled; nothing is imported then")
	flag.StringVar(&o.only, "only", "", "part of the names of the questions to ask; the labelled ones are not asked then; with -quality part of a name like \"real, native\"")
	flag.StringVar(&o.profiles, "profile", "", "folder for CPU profiles of the questions and the imports")
	flag.StringVar(&o.binary, "binary", "bin/causeway", "program whose start is timed")
	flag.BoolVar(&o.hooks, "hooks", false, "time the hooks of an agent beside an empty process, -n times each, and nothing else")
	flag.BoolVar(&o.quality, "quality", false, "measure how well the labelled questions are answered, and nothing else")
	flag.BoolVar(&o.misses, "misses", false, "show which labelled questions were missed")
	flag.Func("providers", "providers of vectors to ask the labelled questions with, of none, learned, static and local; -quality asks by the default weight alone then", func(list string) error {
		o.providers = strings.Split(list, ",")
		return nil
	})
	flag.BoolVar(&o.calibrate, "calibrate", false, "make the rules of recall's probabilities from one half of the labelled questions, score them on the other, and nothing else")
	flag.StringVar(&o.keep, "keep", "", "with -calibrate: file that gets what the rules were fitted to; a test compares them with tests/questions/calibration.json")
	flag.StringVar(&o.data, "data", filepath.Join("..", "shared", "data"), "folder of the real episodes")
	flag.StringVar(&o.public, "public", "", "folder with LoCoMo, BEAM or JSON Lines: ask their questions on the embedded engines, beside BM25, and nothing else")
	flag.StringVar(&o.answers, "answers", "", "with -public: file that gets a line of JSON for each question")
	flag.Parse()
	if o.n < 1 {
		fmt.Fprintln(os.Stderr, "bench: -n wants at least 1")
		os.Exit(2)
	}
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// numbers reads a list of numbers that are not below the least into to.
func numbers(to *[]int, least int) func(string) error {
	return func(list string) error {
		*to = nil
		for _, word := range strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ' ' }) {
			n, err := strconv.Atoi(word)
			if err != nil || n < least {
				return fmt.Errorf("%q is no number of at least %d", word, least)
			}
			*to = append(*to, n)
		}
		return nil
	}
}

func run(o options) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	report := measure.Report{Machine: fmt.Sprintf("%d cores, %s/%s, load %s before", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, load())}
	switch {
	case o.run:
		report.Figures, err = timeRuns(ctx)
	case o.hooks:
		err = measureHooks(ctx, o, &report)
	case o.calibrate:
		return calibrate(ctx, o)
	case o.public != "":
		return measurePublic(ctx, o)
	case o.quality:
		err = measureQuality(ctx, o, &report)
	default:
		if err = measureAll(ctx, o, &report); err == nil && o.only == "" {
			err = measureQuality(ctx, o, &report)
		}
	}
	// What was measured before a failure or an interrupt is shown too.
	report.Machine += fmt.Sprintf(" and %s after", load())
	if printed := report.Print(os.Stdout); printed != nil {
		err = errors.Join(err, fmt.Errorf("print the figures: %w", printed))
	}
	return errors.Join(err, write(o.json, report))
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
