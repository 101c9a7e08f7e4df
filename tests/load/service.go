package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// service is a running process of causeway.
type service struct {
	url     string
	home    string
	process *exec.Cmd
	http    *http.Client
}

// start runs `causeway up` in a home folder of its own and waits until it answers.
func start(ctx context.Context, binary string) (*service, error) {
	home, err := os.MkdirTemp("", "causeway-load-*")
	if err != nil {
		return nil, fmt.Errorf("make a home folder: %w", err)
	}
	s := &service{home: home, http: &http.Client{
		Timeout: 2 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 1000, MaxIdleConns: 1000},
	}}
	s.process = exec.CommandContext(ctx, binary, "up")
	s.process.Cancel = func() error { return s.process.Process.Signal(syscall.SIGTERM) }
	s.process.Env = append(os.Environ(), environment(home)...)
	log, err := os.Create(filepath.Join(home, "load.log"))
	if err != nil {
		return nil, fmt.Errorf("make a log: %w", err)
	}
	s.process.Stderr = log
	lines, err := s.process.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("listen to %s: %w", binary, err)
	}
	if err := s.process.Start(); err != nil {
		return nil, fmt.Errorf("start %s; `make build` makes it: %w", binary, err)
	}
	address := regexp.MustCompile(`GraphQL API\s+(https?://\S+)/graphql`)
	for scanner := bufio.NewScanner(lines); scanner.Scan(); {
		if m := address.FindStringSubmatch(scanner.Text()); m != nil {
			s.url = m[1]
			go func() { _, _ = io.Copy(io.Discard, lines) }()
			return s, nil
		}
	}
	return nil, errors.Join(errors.New("causeway ended before it answered"), s.stop())
}

// environment names the engines: the servers of the run, else a file.
func environment(home string) []string {
	out := []string{"CAUSEWAY_HOME=" + home, "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0", "CAUSEWAY_LOG_LEVEL=warn", "CAUSEWAY_LOG_SLOW=10m", "CAUSEWAY_ENGINES=embedded"}
	if uri := os.Getenv("CAUSEWAY_TEST_NEO4J_URI"); uri != "" {
		out = append(out, "CAUSEWAY_ENGINES=external", "CAUSEWAY_NEO4J_URI="+uri,
			"CAUSEWAY_NEO4J_USER="+os.Getenv("CAUSEWAY_TEST_NEO4J_USER"), "CAUSEWAY_NEO4J_PASSWORD="+os.Getenv("CAUSEWAY_TEST_NEO4J_PASSWORD"),
			"CAUSEWAY_WEAVIATE_URL="+os.Getenv("CAUSEWAY_TEST_WEAVIATE_URL"), "CAUSEWAY_WEAVIATE_API_KEY="+os.Getenv("CAUSEWAY_TEST_WEAVIATE_KEY"))
	}
	return out
}

// stop ends the process, tells of warnings in its log, and removes its home.
func (s *service) stop() error {
	_ = s.process.Process.Signal(syscall.SIGTERM) // it may have ended by itself
	err := s.process.Wait()
	if ended := new(exec.ExitError); errors.As(err, &ended) && ended.ExitCode() < 0 {
		err = nil // it was us who ended it
	}
	if log, readErr := os.ReadFile(filepath.Join(s.home, "load.log")); readErr == nil && len(log) > 0 {
		fmt.Fprintf(os.Stderr, "%d lines in the log, the last:\n%s", bytes.Count(log, []byte("\n")), log[max(0, len(log)-2000):])
	}
	return errors.Join(err, os.RemoveAll(s.home))
}

// reply is what a client looks at.
type reply struct {
	Data   json.RawMessage
	Errors []struct {
		Message    string
		Extensions struct{ Code string }
	}
}

// code is "OK", or that of the first error.
func (r reply) code() string {
	if len(r.Errors) == 0 {
		return "OK"
	}
	return r.Errors[0].Extensions.Code
}

// ask sends one operation.
func (s *service) ask(ctx context.Context, query string, variables map[string]any) (reply, error) {
	var r reply
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return r, fmt.Errorf("encode a request: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/graphql", bytes.NewReader(body))
	if err != nil {
		return r, fmt.Errorf("make a request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := s.http.Do(request)
	if err != nil {
		return r, fmt.Errorf("send a request: %w", err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&r); err != nil {
		return r, fmt.Errorf("read an answer of status %s: %w", response.Status, err)
	}
	return r, nil
}

func (s *service) purge(ctx context.Context, project string) error {
	r, err := s.ask(ctx, `mutation($p: String!) { purgeProject(project: $p, confirm: $p) { purgedId } }`, map[string]any{"p": project})
	if err == nil && r.code() != "OK" {
		err = errors.New(r.code())
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
	text, err := s.metrics(ctx)
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

func (s *service) metrics(ctx context.Context) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/metrics", http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("make a request: %w", err)
	}
	response, err := s.http.Do(request)
	if err != nil {
		return nil, fmt.Errorf("get the metrics: %w", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("read the metrics: %w", err)
	}
	return text, nil
}

// saveMetrics writes what /metrics tells to a file; an empty path is none.
func (s *service) saveMetrics(ctx context.Context, path string) error {
	if path == "" {
		return nil
	}
	text, err := s.metrics(ctx)
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
		response, err := s.http.Get(s.url + "/readyz")
		if err != nil {
			return usage{}, fmt.Errorf("look whether it is ready: %w", err)
		}
		var state struct{ Backlog, Unembedded *int }
		err = json.NewDecoder(response.Body).Decode(&state)
		response.Body.Close()
		if err == nil && state.Backlog != nil && *state.Backlog == 0 {
			break
		}
		if !pause(ctx, time.Second) {
			return usage{}, fmt.Errorf("wait for the index: %w", ctx.Err())
		}
	}
	s.http.CloseIdleConnections()
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
		s.http.CloseIdleConnections()
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
