package program

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
	"regexp"
	"syscall"
	"time"
)

// Program is a running process of causeway.
type Program struct {
	// URL is its address, without a path.
	URL string
	// HTTP sends the requests.
	HTTP    *http.Client
	process *exec.Cmd
}

// Start runs `causeway up` with some settings beside those of the environment, and waits until it
// answers. What it says goes to log.
func Start(ctx context.Context, binary string, settings []string, log io.Writer) (*Program, error) {
	p := &Program{HTTP: &http.Client{
		Timeout: 2 * time.Minute, Transport: &http.Transport{MaxIdleConnsPerHost: 1000, MaxIdleConns: 1000},
	}}
	p.process = exec.CommandContext(ctx, binary, "up")
	p.process.Cancel = func() error { return p.process.Process.Signal(syscall.SIGTERM) }
	p.process.Env = append(append(os.Environ(), "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0"), settings...)
	p.process.Stderr = log
	lines, err := p.process.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("listen to %s: %w", binary, err)
	}
	if err := p.process.Start(); err != nil {
		return nil, fmt.Errorf("start %s; `make build` makes it: %w", binary, err)
	}
	address := regexp.MustCompile(`GraphQL API\s+(https?://\S+)/graphql`)
	for scanner := bufio.NewScanner(lines); scanner.Scan(); {
		if m := address.FindStringSubmatch(scanner.Text()); m != nil {
			p.URL = m[1]
			go func() { _, _ = io.Copy(io.Discard, lines) }()
			return p, nil
		}
	}
	return nil, errors.Join(errors.New("causeway ended before it answered"), p.Stop())
}

// PID is the number of the process.
func (p *Program) PID() int { return p.process.Process.Pid }

// Stop ends the process and waits for its end.
func (p *Program) Stop() error {
	_ = p.process.Process.Signal(syscall.SIGTERM) // it may have ended by itself
	err := p.process.Wait()
	if ended := new(exec.ExitError); errors.As(err, &ended) && ended.ExitCode() < 0 {
		return nil // it was us who ended it
	}
	return err
}

// Reply is what a client looks at.
type Reply struct {
	Data   json.RawMessage
	Errors []struct {
		Message    string
		Extensions struct{ Code string }
	}
}

// Code is "OK", or that of the first error.
func (r Reply) Code() string {
	if len(r.Errors) == 0 {
		return "OK"
	}
	return r.Errors[0].Extensions.Code
}

// Err is the first error that the reply tells of, nil without one.
func (r Reply) Err() error {
	if len(r.Errors) == 0 {
		return nil
	}
	return fmt.Errorf("%s: %s", r.Code(), r.Errors[0].Message)
}

// Ask sends one operation.
func (p *Program) Ask(ctx context.Context, query string, variables map[string]any) (Reply, error) {
	var r Reply
	body, err := json.Marshal(map[string]any{"query": query, "variables": variables})
	if err != nil {
		return r, fmt.Errorf("encode a request: %w", err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL+"/graphql", bytes.NewReader(body))
	if err != nil {
		return r, fmt.Errorf("make a request: %w", err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := p.HTTP.Do(request)
	if err != nil {
		return r, fmt.Errorf("send a request: %w", err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&r); err != nil {
		return r, fmt.Errorf("read an answer of status %s: %w", response.Status, err)
	}
	return r, nil
}

// Get returns what another path of the program answers, whatever its status.
func (p *Program) Get(ctx context.Context, path string) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, p.URL+path, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("make a request: %w", err)
	}
	response, err := p.HTTP.Do(request)
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", path, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return text, nil
}

// Readiness is what /readyz tells of the work that is left. What cannot be counted is nil.
type Readiness struct{ Backlog, Unembedded *int }

// Readiness asks /readyz.
func (p *Program) Readiness(ctx context.Context) (r Readiness, err error) {
	text, err := p.Get(ctx, "/readyz")
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		return r, fmt.Errorf("look whether it is ready: %w", err)
	}
	return r, nil
}
