package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/tests/program"
)

// service is a running process of causeway.
type service struct {
	*program.Program
	home string
	log  *os.File
}

// start runs `causeway up` in a home folder of its own and waits until it answers.
func start(ctx context.Context, binary string) (*service, error) {
	home, err := os.MkdirTemp("", "causeway-load-*")
	if err != nil {
		return nil, fmt.Errorf("make a home folder: %w", err)
	}
	s := &service{home: home}
	if s.log, err = os.Create(filepath.Join(home, "load.log")); err != nil {
		return nil, fmt.Errorf("make a log: %w", err)
	}
	if s.Program, err = program.Start(ctx, binary, environment(home), s.log); err != nil {
		return nil, errors.Join(err, s.remove())
	}
	return s, nil
}

// environment names the engines: the servers of the run, else a file.
func environment(home string) []string {
	out := []string{"CAUSEWAY_HOME=" + home, "CAUSEWAY_LOG_LEVEL=warn", "CAUSEWAY_LOG_SLOW=10m", "CAUSEWAY_ENGINES=embedded"}
	if uri := os.Getenv("CAUSEWAY_TEST_NEO4J_URI"); uri != "" {
		out = append(out, "CAUSEWAY_ENGINES=external", "CAUSEWAY_NEO4J_URI="+uri,
			"CAUSEWAY_NEO4J_USER="+os.Getenv("CAUSEWAY_TEST_NEO4J_USER"), "CAUSEWAY_NEO4J_PASSWORD="+os.Getenv("CAUSEWAY_TEST_NEO4J_PASSWORD"),
			"CAUSEWAY_WEAVIATE_URL="+os.Getenv("CAUSEWAY_TEST_WEAVIATE_URL"), "CAUSEWAY_WEAVIATE_API_KEY="+os.Getenv("CAUSEWAY_TEST_WEAVIATE_KEY"))
	}
	return out
}

// stop ends the process and removes its home.
func (s *service) stop() error { return errors.Join(s.Stop(), s.remove()) }

// remove tells of warnings in the log, and removes the home.
func (s *service) remove() error {
	_ = s.log.Close() // the process has written it
	if log, err := os.ReadFile(s.log.Name()); err == nil && len(log) > 0 {
		fmt.Fprintf(os.Stderr, "%d lines in the log, the last:\n%s", bytes.Count(log, []byte("\n")), log[max(0, len(log)-2000):])
	}
	return os.RemoveAll(s.home)
}

func (s *service) purge(ctx context.Context, project string) error {
	r, err := s.Ask(ctx, `mutation($p: String!) { purgeProject(project: $p, confirm: $p) { removedId } }`, map[string]any{"p": project})
	if err == nil {
		err = r.Err()
	}
	if err != nil {
		return fmt.Errorf("purge %s: %w", project, err)
	}
	return nil
}

// usage is what a process needs, by its own metrics.
type usage struct {
	goroutines          int
	heapMiB, residentMB int
}

func (s *service) usage(ctx context.Context) (usage, error) {
	text, err := s.Get(ctx, "/metrics")
	if err != nil {
		return usage{}, err
	}
	numbers := map[string]float64{}
	for scanner := bufio.NewScanner(bytes.NewReader(text)); scanner.Scan(); {
		name, value, _ := strings.Cut(scanner.Text(), " ")
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			numbers[name] = n
		}
	}
	return usage{
		goroutines: int(numbers["go_goroutines"]),
		heapMiB:    int(numbers["go_memstats_heap_alloc_bytes"]) >> 20,
		residentMB: int(numbers["process_resident_memory_bytes"]) >> 20,
	}, nil
}

// saveMetrics writes what /metrics tells to a file; an empty path is none.
func (s *service) saveMetrics(ctx context.Context, path string) error {
	if path == "" {
		return nil
	}
	text, err := s.Get(ctx, "/metrics")
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return fmt.Errorf("write the metrics: %w", err)
	}
	return nil
}

// settle waits until the index has nothing to do, and returns the least that is needed then.
func (s *service) settle(ctx context.Context) (usage, error) {
	for {
		state, err := s.Readiness(ctx)
		if err != nil {
			return usage{}, err
		}
		if state.Backlog != nil && *state.Backlog == 0 {
			break
		}
		if !pause(ctx, time.Second) {
			return usage{}, fmt.Errorf("wait for the index: %w", ctx.Err())
		}
	}
	s.HTTP.CloseIdleConnections()
	least := usage{heapMiB: 1 << 30}
	for range 10 {
		if !pause(ctx, time.Second) {
			break
		}
		u, err := s.usage(ctx)
		if err != nil {
			return u, err
		}
		if u.heapMiB < least.heapMiB {
			least = u
		}
	}
	return least, nil
}

// slack is what may be left: Go collects what is not used any more every two minutes at the latest, and
// caches have filled.
const (
	slackGoroutines = 20
	slackMiB        = 64
)

// awaitReturn waits until goroutines and memory are back, four minutes at most.
func (s *service) awaitReturn(ctx context.Context, before usage) (usage, bool) {
	var last usage
	for end := time.Now().Add(4 * time.Minute); time.Now().Before(end); {
		s.HTTP.CloseIdleConnections()
		if !pause(ctx, 2*time.Second) {
			return last, false
		}
		u, err := s.usage(ctx)
		if err != nil {
			return last, false
		}
		last = u
		if u.goroutines <= before.goroutines+slackGoroutines && u.heapMiB <= before.heapMiB+slackMiB {
			return last, true
		}
	}
	return last, false
}

// pause reports whether the time passed before ctx ended.
func pause(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
