package engine_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/engine"
)

// recipe returns a recipe that writes a file and counts its builds.
func recipe(builds *atomic.Int32) engine.Recipe {
	return engine.Recipe{Name: "thing", Version: "1.0", Build: func(_ context.Context, dir string, log io.Writer) error {
		builds.Add(1)
		_, _ = io.WriteString(log, "working\n")
		time.Sleep(50 * time.Millisecond)
		return os.WriteFile(filepath.Join(dir, "thing"), []byte("whole"), 0o600)
	}}
}

func TestInstall_OnceForMany(t *testing.T) {
	cache := t.TempDir()
	var builds atomic.Int32
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if err := recipe(&builds).Install(t.Context(), cache, nil); err != nil {
				t.Error(err)
			}
			if !engine.Intact(filepath.Join(cache, "thing-1.0")) {
				t.Error("Install returned before the installation was whole")
			}
		})
	}
	wg.Wait()
	if builds.Load() != 1 {
		t.Errorf("built %d times, want once", builds.Load())
	}
}

func TestInstall_Repairs(t *testing.T) {
	for name, c := range map[string]struct {
		why    string
		damage func(t *testing.T, dir string) error
	}{
		"file removed":   {"somebody cleaned up", func(_ *testing.T, dir string) error { return os.Remove(filepath.Join(dir, "thing")) }},
		"file cut":       {"the disk was full", func(_ *testing.T, dir string) error { return os.Truncate(filepath.Join(dir, "thing"), 2) }},
		"manifest gone":  {"a copy was interrupted", func(_ *testing.T, dir string) error { return os.Remove(filepath.Join(dir, "installed.json")) }},
		"manifest empty": {"a crash left an empty file", func(_ *testing.T, dir string) error { return os.Truncate(filepath.Join(dir, "installed.json"), 0) }},
		"all gone":       {"the cache was cleared", func(_ *testing.T, dir string) error { return os.RemoveAll(dir) }},
	} {
		t.Run(name, func(t *testing.T) {
			cache := t.TempDir()
			dir := filepath.Join(cache, "thing-1.0")
			var builds atomic.Int32
			for range 2 {
				if err := recipe(&builds).Install(t.Context(), cache, nil); err != nil {
					t.Fatal(err)
				}
			}
			if builds.Load() != 1 {
				t.Fatalf("built %d times before the damage", builds.Load())
			}
			if err := c.damage(t, dir); err != nil {
				t.Fatal(err)
			}
			if engine.Intact(dir) {
				t.Fatalf("the damage is not seen: %s", c.why)
			}
			if err := recipe(&builds).Install(t.Context(), cache, nil); err != nil {
				t.Fatal(err)
			}
			if !engine.Intact(dir) || builds.Load() != 2 {
				t.Errorf("intact %v after %d builds, want it built again: %s", engine.Intact(dir), builds.Load(), c.why)
			}
			wantClean(t, cache)
		})
	}
}

// wantClean fails if temporary folders are left.
func wantClean(t *testing.T, cache string) {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(cache, ".thing*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

func TestInstall_Fails(t *testing.T) {
	cache := t.TempDir()
	failing := engine.Recipe{Name: "thing", Version: "1.0", Build: func(_ context.Context, dir string, log io.Writer) error {
		_, _ = io.WriteString(log, "the compiler says no\n")
		return errors.New("exit status 1")
	}}
	err := failing.Install(t.Context(), cache, nil)
	wantError(t, "the tool's own words are what helps", err, "install thing 1.0", "exit status 1", "the compiler says no", "thing-1.0.log")
	wantClean(t, cache)
	if engine.Intact(filepath.Join(cache, "thing-1.0")) {
		t.Error("a failed build is installed")
	}
	var builds atomic.Int32
	if err := recipe(&builds).Install(t.Context(), cache, nil); err != nil {
		t.Errorf("Install after a failed one: %v", err)
	}
}

func TestInstall_LeftByKilledProcess(t *testing.T) {
	cache := t.TempDir()
	left := filepath.Join(cache, ".thing-1.0-123")
	if err := os.MkdirAll(filepath.Join(left, "half"), 0o700); err != nil {
		t.Fatal(err)
	}
	var builds atomic.Int32
	if err := recipe(&builds).Install(t.Context(), cache, nil); err != nil {
		t.Fatal(err)
	}
	wantClean(t, cache)
}

func TestInstall_Cancelled(t *testing.T) {
	cache := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	waiting := engine.Recipe{Name: "thing", Version: "1.0", Build: func(ctx context.Context, _ string, _ io.Writer) error {
		cancel()
		<-ctx.Done()
		return errors.New("killed")
	}}
	if err := waiting.Install(ctx, cache, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Install = %v, want context.Canceled", err)
	}
	wantClean(t, cache)
}

func TestInstall_Prerequisites(t *testing.T) {
	for name, c := range map[string]struct {
		why       string
		programs  map[string]string
		want, not []string
	}{
		"nothing": {
			why:  "all that is missing is named at once",
			want: []string{"install Java 17 or newer", "Maven", "Go 1.21 or newer", "docker or external"},
		},
		"java only": {
			why:      "what is there is not named",
			programs: map[string]string{"java": `echo 'openjdk version "21.0.1" 2023-10-17' >&2`},
			want:     []string{"Maven", "Go"}, not: []string{"Java"},
		},
		"old java": {
			why: "an old version is missing as well, and is shown",
			programs: map[string]string{
				"java": `echo 'java version "1.8.0_202"' >&2`,
				"mvn":  "echo Apache Maven 3.9.9", "go": "echo go version go1.25.1 linux/amd64",
			},
			want: []string{"Java 17", "1.8.0_202"}, not: []string{"Maven", "Go 1"},
		},
		"broken java": {
			why:      "macOS has a java that only says where to get one",
			programs: map[string]string{"java": "echo Unable to locate a Java Runtime; exit 1", "mvn": "exit 1", "go": "echo go version go1.20 x/y"},
			want:     []string{"Java 17", "unknown version", "Maven 3.6", "go1.20"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			bin := t.TempDir()
			for program, script := range c.programs {
				if err := os.WriteFile(filepath.Join(bin, program), []byte("#!/bin/sh\n"+script+"\n"), 0o700); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv("PATH", bin)
			t.Setenv("JAVA_HOME", "")
			err := engine.Install(t.Context(), engine.Options{Kind: engine.Native, Home: t.TempDir(), Cache: t.TempDir()})
			wantError(t, c.why, err, c.want...)
			for _, part := range c.not {
				if strings.Contains(err.Error(), part) {
					t.Errorf("error = %q, want no %q: %s", err, part, c.why)
				}
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error = %q, want one sentence", err)
			}
		})
	}
}
