package app_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/app"
)

// written writes the file that a server of that process would have published into a home folder.
func written(t *testing.T, s app.Service) string {
	t.Helper()
	home := t.TempDir()
	b, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "service.json"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	return home
}

// server answers as a healthy service does, unless status says otherwise.
func server(t *testing.T, status int) string {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		w.WriteHeader(status)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// ended returns the id of a process that has ended.
func ended(t *testing.T) int {
	t.Helper()
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	return cmd.Process.Pid
}

func TestRunningService(t *testing.T) {
	healthy := server(t, http.StatusOK)
	cases := map[string]struct {
		why     string
		service app.Service
		running bool
	}{
		"running":         {why: "a live process that answers", service: app.Service{PID: os.Getpid(), URL: healthy}, running: true},
		"killed":          {why: "the file outlived its process", service: app.Service{PID: ended(t), URL: healthy}},
		"another program": {why: "the id was given to another process and the port is silent", service: app.Service{PID: os.Getpid(), URL: "http://127.0.0.1:1"}},
		"unhealthy":       {why: "something else answers there", service: app.Service{PID: os.Getpid(), URL: server(t, http.StatusNotFound)}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := app.RunningService(written(t, c.service))
			if c.running && (err != nil || got != c.service) {
				t.Errorf("%s: got %+v, %v", c.why, got, err)
			}
			if !c.running && !errors.Is(err, app.ErrNotRunning) {
				t.Errorf("%s: got %+v, %v; want ErrNotRunning", c.why, got, err)
			}
		})
	}
}

func TestRunningService_NothingPublished(t *testing.T) {
	if _, err := app.RunningService(t.TempDir()); !errors.Is(err, app.ErrNotRunning) {
		t.Errorf("got %v, want ErrNotRunning", err)
	}
}

func TestAwaitService_GivesUp(t *testing.T) {
	home := t.TempDir()
	if _, err := app.AwaitService(context.Background(), home, ended(t)); err == nil {
		t.Error("a process that ended will never answer")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if _, err := app.AwaitService(ctx, home, 0); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the end of the context", err)
	}
}

func TestAwaitService_Finds(t *testing.T) {
	home := t.TempDir()
	url := server(t, http.StatusOK)
	go func() {
		time.Sleep(100 * time.Millisecond)
		b, _ := json.Marshal(app.Service{PID: os.Getpid(), URL: url})
		_ = os.WriteFile(filepath.Join(home, "service.json"), b, 0o600)
	}()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	got, err := app.AwaitService(ctx, home, os.Getpid())
	if err != nil || got.URL != url {
		t.Errorf("got %+v, %v", got, err)
	}
}
