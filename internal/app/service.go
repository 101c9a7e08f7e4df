package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

// serviceFile is the file in the home folder that says where the API answers.
const serviceFile = "service.json"

// ErrNotRunning means that no API server runs with the home folder.
var ErrNotRunning = errors.New("causeway is not running; `causeway up` starts it")

// Service says where a running API server answers.
type Service struct {
	// PID is the server's process id.
	PID int `json:"pid"`
	// URL is its address without a path.
	URL string `json:"url"`
	// Certificate is the file of the certificate that it serves over HTTPS.
	Certificate string `json:"certificate,omitempty"`
}

// RunningService returns the API server that runs with a home folder, or ErrNotRunning. A file
// left by a killed process does not count.
func RunningService(home string) (Service, error) {
	s, err := PublishedService(home)
	if err == nil && !s.healthy() {
		err = ErrNotRunning
	}
	if err != nil {
		return Service{}, err
	}
	return s, nil
}

// PublishedService is [RunningService] without asking the server: for who will do so anyway, and sees then whether it answers.
func PublishedService(home string) (Service, error) {
	b, err := os.ReadFile(filepath.Join(home, serviceFile))
	if errors.Is(err, os.ErrNotExist) {
		return Service{}, ErrNotRunning
	}
	if err != nil {
		return Service{}, fmt.Errorf("read where causeway runs: %w", err)
	}
	var s Service
	if err := json.Unmarshal(b, &s); err != nil || !alive(s.PID) {
		return Service{}, ErrNotRunning
	}
	return s, nil
}

// AwaitService waits until the API server of a home folder answers. It gives up when ctx ends or,
// unless pid is 0, when that process has ended.
func AwaitService(ctx context.Context, home string, pid int) (Service, error) {
	for {
		s, err := RunningService(home)
		if err == nil && (pid == 0 || s.PID == pid) {
			return s, nil
		}
		if pid != 0 && !alive(pid) {
			return Service{}, fmt.Errorf("process %d ended before the API answered", pid)
		}
		if !sleep(ctx, 200*time.Millisecond) {
			return Service{}, fmt.Errorf("wait for the API: %w", ctx.Err())
		}
	}
}

// publish writes where the API answers; withdraw removes it.
func publish(home string, s Service) (withdraw func(), err error) {
	b, err := json.Marshal(s)
	if err != nil {
		return nil, fmt.Errorf("encode the address: %w", err)
	}
	path := filepath.Join(home, serviceFile)
	tmp := path + ".tmp"
	if err := os.WriteFile(tmp, b, 0o600); err != nil {
		return nil, fmt.Errorf("write the address: %w", err)
	}
	if err := os.Rename(tmp, path); err != nil {
		return nil, fmt.Errorf("write the address: %w", err)
	}
	return func() { _ = os.Remove(path) }, nil
}

func alive(pid int) bool {
	process, err := os.FindProcess(pid)
	return err == nil && process.Signal(syscall.Signal(0)) == nil
}

// Readiness says how a service does.
type Readiness = httpapi.Readiness

// Readiness asks the server how it does. token is an API token, empty for none: with tokens in use the
// answer has no reasons and no counts without one.
func (s Service) Readiness(ctx context.Context, token string) (Readiness, error) {
	var out Readiness
	trust, err := s.Trust()
	if err != nil {
		return out, err
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.URL+"/readyz", nil)
	if err != nil {
		return out, err
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	client := http.Client{Timeout: 2 * readyTime, Transport: &http.Transport{TLSClientConfig: trust, DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		return out, fmt.Errorf("ask %s: %w", s.URL, err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(&out); err != nil {
		return out, fmt.Errorf("read what %s says of itself: %w", s.URL, err)
	}
	return out, nil
}

// healthy reports whether a causeway server answers at the URL.
func (s Service) healthy() bool {
	trust, err := s.Trust()
	if err != nil {
		return false
	}
	client := http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{TLSClientConfig: trust, DisableKeepAlives: true}}
	response, err := client.Get(s.URL + "/healthz")
	if err != nil {
		return false
	}
	defer response.Body.Close()
	return response.StatusCode == http.StatusOK
}
