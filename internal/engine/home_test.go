package engine_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/engine"
)

func TestEnsurePassword(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, "neo4j-password")
	first, err := engine.EnsurePassword(home)
	if err != nil || len(first) < 20 {
		t.Fatalf("password of %d characters, %v", len(first), err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	again, err := engine.EnsurePassword(home)
	if err != nil || again != first {
		t.Errorf("the second call changed the password (%v)", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode = %v, %v; want 0600 again", info.Mode(), err)
	}
	other, err := engine.EnsurePassword(t.TempDir())
	if err != nil || other == first {
		t.Errorf("two homes have one password (%v)", err)
	}
	if err := os.WriteFile(path, []byte("short\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = engine.EnsurePassword(home)
	wantError(t, "Neo4j would refuse it", err, "5 characters", path)
	if strings.Contains(err.Error(), "short") {
		t.Errorf("the error tells the password: %v", err)
	}
}

func TestEnsureKey(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, "weaviate-key")
	first, err := engine.EnsureKey(home)
	if err != nil || len(first) < 20 {
		t.Fatalf("key of %d characters, %v", len(first), err)
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if again, err := engine.EnsureKey(home); err != nil || again != first {
		t.Errorf("the second call changed the key (%v)", err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode = %v, %v; want 0600 again", info.Mode(), err)
	}
	for _, bad := range []string{"", "short", "two keys,of one file"} {
		if err := os.WriteFile(path, []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := engine.EnsureKey(home); err == nil || bad != "" && strings.Contains(err.Error(), bad) {
			t.Errorf("%q is taken, or told: %v", bad, err)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if other, err := engine.EnsureKey(home); err != nil || other == first {
		t.Errorf("a lost key is not made anew (%v)", err)
	}
}

func TestEnsurePassword_Lost(t *testing.T) {
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, "neo4j", "data", "databases"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := engine.EnsurePassword(home)
	wantError(t, "a new one would lock the user out of the data", err, "missing", "restore")
	checks, err := engine.Doctor(t.Context(), engine.Options{Kind: engine.Native, Home: home, Cache: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	if c := check(t, checks, "password file"); c.Level != "fail" || c.Hint == "" {
		t.Errorf("check = %+v", c)
	}
}

func TestStatus_Home(t *testing.T) {
	for name, c := range map[string]struct{ why, content, want string }{
		"nothing": {why: "nothing was ever started"},
		"damaged": {why: "guessing could start a second server", content: `{"kind": "nat`, want: "state.json"},
		"other":   {why: "a process id alone says nothing", content: `{"kind":"native","ready":true,"supervisorPid":1,"supervisorStart":"x","servers":[{"name":"neo4j","status":"running","pid":1,"start":"x"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			home := t.TempDir()
			if c.content != "" {
				if err := os.WriteFile(filepath.Join(home, "state.json"), []byte(c.content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			s, err := engine.Status(t.Context(), home)
			if c.want != "" {
				wantError(t, c.why, err, c.want)
				if _, err := engine.Up(t.Context(), engine.Options{Kind: engine.Native, Home: home}); err == nil {
					t.Error("Up goes on with a damaged state")
				}
				return
			}
			if err != nil || s.Ready || s.SupervisorPID != 0 || s.Home != home {
				t.Errorf("Status = %+v, %v: %s", s, err, c.why)
			}
			for _, server := range s.Servers {
				if server.Status != "stopped" || server.PID != 0 {
					t.Errorf("server = %+v, want it stopped: %s", server, c.why)
				}
			}
			if err := engine.Down(t.Context(), home); err != nil {
				t.Errorf("Down: %v", err)
			}
			if !engine.ProcessLives(1) {
				t.Fatal("Down killed process 1")
			}
		})
	}
}

func TestDown_NoHome(t *testing.T) {
	home := filepath.Join(t.TempDir(), "none")
	if err := engine.Down(t.Context(), home); err != nil {
		t.Errorf("Down: %v", err)
	}
	if _, err := os.Stat(home); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Down made the home folder: %v", err)
	}
}

func TestUp_Options(t *testing.T) {
	_, err := engine.Up(t.Context(), engine.Options{Kind: engine.Native})
	wantError(t, "servers need a folder", err, "home folder")
	_, err = engine.Up(t.Context(), engine.Options{Home: t.TempDir(), Kind: "podman"})
	wantError(t, "the choices are named", err, "podman", "embedded", "native", "docker", "external")
}

func TestProcessStart(t *testing.T) {
	own, err := engine.ProcessStart(os.Getpid())
	again, _ := engine.ProcessStart(os.Getpid())
	if err != nil || own == "" || own != again {
		t.Errorf("start = %q then %q, %v; want the same twice", own, again, err)
	}
	cmd := exec.Command("sleep", "60")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	start, err := engine.ProcessStart(cmd.Process.Pid)
	if err != nil || start == "" {
		t.Errorf("start of a child = %q, %v", start, err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	eventually(t, "a killed child that nobody waited for counts as ended", func() bool {
		return !engine.ProcessLives(cmd.Process.Pid)
	})
	_ = cmd.Wait() // it was killed
	if engine.ProcessLives(0) || engine.ProcessLives(-1) {
		t.Error("process 0 or -1 lives: signals to them would reach whole groups")
	}
}

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	engine.Elapse(&out)
	want := regexp.MustCompile(`^neo4j: installing\nneo4j: installing, 3 files \(\d+(\.\d+)?m?s\)\nneo4j: installed \(\d+(\.\d+)?m?s\)\n$`)
	if !want.MatchString(out.String()) {
		t.Errorf("progress = %q", out.String())
	}
}

func TestDoctor_Native(t *testing.T) {
	home, cache := t.TempDir(), t.TempDir()
	o := engine.Options{Kind: engine.Native, Home: home, Cache: cache}
	path := filepath.Join(home, "neo4j-password")
	if err := os.WriteFile(path, []byte("long enough\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	checks, err := engine.Doctor(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"Java", "Maven", "Go", "installed neo4j", "installed weaviate", "key file", "disk of the cache", "disk of the home folder", "memory", "ports"} {
		c := check(t, checks, name)
		if c.Message == "" || c.Level != "ok" && c.Hint == "" {
			t.Errorf("check = %+v, want a message, and a hint unless all is well", c)
		}
	}
	if c := check(t, checks, "password file"); c.Level != "fail" || c.Hint != "Run `chmod 600 "+path+"`." {
		t.Errorf("check of a password that all can read = %+v", c)
	}
	if c := check(t, checks, "installed neo4j"); c.Level != "warn" {
		t.Errorf("check of an empty cache = %+v", c)
	}
	entries, err := os.ReadDir(cache)
	if err != nil || len(entries) > 0 {
		t.Errorf("Doctor changed the cache: %v %v", entries, err)
	}
}
