package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/tests/bench/corpus"
	"github.com/causeway-memory/causeway/tests/bench/measure"
	"github.com/causeway-memory/causeway/tests/program"
)

const (
	// project is the one that is filled.
	project = "scale"
	// leastSize is the least number of episodes for which all questions have an answer.
	leastSize = 100
	// starts is how often the program is started anew.
	starts = 3
)

// measuring measures one size.
type measuring struct {
	options
	state *state
	size  int
	diary *corpus.Diary
	// document writes an episode.
	document func(n int) ([]byte, error)
	progress io.Writer
	log      *os.File
	program  *program.Program
	result   result
}

func newMeasuring(ctx context.Context, o options, s *state, size int, progress io.Writer) (*measuring, error) {
	log, err := os.OpenFile(filepath.Join(o.folder, "causeway.log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the log: %w", err)
	}
	m := &measuring{options: o, state: s, size: size, diary: corpus.NewDiary(size), progress: progress, log: log}
	m.document = m.diary.Document
	m.result = result{Episodes: size, Machine: fmt.Sprintf("%d cores, %s/%s", runtime.NumCPU(), runtime.GOOS, runtime.GOARCH), Load: load()}
	return m, m.start(ctx)
}

// home is where the program keeps its data.
func (m *measuring) home() string { return filepath.Join(m.folder, "home") }

func (m *measuring) start(ctx context.Context) (err error) {
	m.program, err = program.Start(ctx, m.binary, append([]string{
		"CAUSEWAY_HOME=" + m.home(), "CAUSEWAY_ENGINES=" + m.engines, "CAUSEWAY_LOG_LEVEL=warn", "CAUSEWAY_CONSOLIDATE_EVERY=0",
	}, m.settings...), m.log)
	return err
}

func (m *measuring) stop() error {
	err := m.log.Close()
	if m.program != nil {
		err = errors.Join(m.program.Stop(), err)
	}
	return err
}

// add adds a figure that is one number.
func (m *measuring) add(name, unit string, value float64) {
	m.result.Figures = append(m.result.Figures, figure{Name: name, Unit: unit, Value: value})
}

// addTimes adds percentiles.
func (m *measuring) addTimes(name string, limit float64, took measure.Timings) {
	m.result.Figures = append(m.result.Figures, figure{
		Name: name, Unit: "ms", Value: milliseconds(took.Percentile(50)), P95: milliseconds(took.Percentile(95)), Limit: limit,
	})
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// load is the mean number of running processes in the last minute, where the system tells it.
func load() string {
	b, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	mean, _, _ := strings.Cut(string(b), " ")
	return mean
}

// restart stops and starts the program several times, and asks what is slow the first time.
func (m *measuring) restart(ctx context.Context) error {
	var start measure.Timings
	first := map[string]measure.Timings{}
	for i := range starts {
		if err := m.program.Stop(); err != nil {
			return err
		}
		began := time.Now()
		if err := m.start(ctx); err != nil {
			return err
		}
		start = append(start, time.Since(began))
		for _, q := range m.questions() {
			if q.first == "" {
				continue
			}
			took, err := m.timed(ctx, q, i)
			if err != nil {
				return err
			}
			first[q.first] = append(first[q.first], took)
		}
		m.say("start %d of %d took %s", i+1, starts, start[i].Round(time.Millisecond))
	}
	m.add("start", "ms", milliseconds(start.Percentile(50)))
	for _, q := range m.questions() {
		if q.first != "" {
			m.add(q.first, "ms", milliseconds(first[q.first].Percentile(50)))
		}
	}
	return nil
}

// weigh adds up the files of the data, once the program has ended, and its memory, before.
func (m *measuring) weigh(context.Context) error {
	if err := m.program.Stop(); err != nil {
		return err
	}
	m.program = nil
	bytes := 0.0
	err := filepath.WalkDir(m.home(), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !isData(strings.TrimPrefix(path, m.home()+string(filepath.Separator))) {
			return err
		}
		info, err := d.Info()
		if err == nil {
			bytes += float64(info.Size())
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("add up the files of %s: %w", m.home(), err)
	}
	m.add("size", "MiB", bytes/(1<<20))
	m.add("size of an episode", "KiB", bytes/(1<<10)/float64(m.state.Episodes))
	return nil
}

// isData says whether a file of the home folder holds episodes, by its path there.
func isData(path string) bool {
	return slices.ContainsFunc([]string{"causeway.db", "neo4j/data/", "weaviate/data/"}, func(data string) bool {
		return strings.HasPrefix(filepath.ToSlash(path), data)
	})
}

// say shows a line of progress.
func (m *measuring) say(format string, args ...any) {
	fmt.Fprintf(m.progress, "%d episodes: %s\n", m.size, fmt.Sprintf(format, args...))
}
