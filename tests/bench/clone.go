package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/tests/bench/measure"
)

// The most seconds that `make run` of a clean clone should take.
const (
	coldRunAim = 90
	warmRunAim = 10
)

// timeRuns times `make run` of two clean clones of what is committed: the first with empty
// caches of Go and npm, the second with what the first left in them. The caches of the user
// are not touched.
func timeRuns(ctx context.Context) (_ []measure.Figure, err error) {
	began := time.Now()
	root, err := exec.CommandContext(ctx, "git", "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return nil, fmt.Errorf("find the repository: %w", err)
	}
	dir, err := os.MkdirTemp("", "causeway-run-*")
	if err != nil {
		return nil, fmt.Errorf("make a folder: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	var figures []measure.Figure
	for _, r := range []struct {
		name, why string
		aim       float64
	}{{"cold", "empty caches", coldRunAim}, {"warm", "warm caches", warmRunAim}} {
		took, err := timeRun(ctx, strings.TrimSpace(string(root)), dir, r.name)
		if err != nil {
			return nil, fmt.Errorf("make run with %s: %w", r.why, err)
		}
		progress(began, "make run with %s took %.1f s", r.why, took.Seconds())
		figures = append(figures, measure.Figure{
			Name: "make run of a clean clone, " + r.why, Value: took.Seconds(), Unit: "s", Aim: r.aim,
		})
	}
	return figures, nil
}

// timeRun clones the repository and returns how long `make run` took there.
func timeRun(ctx context.Context, root, dir, name string) (took time.Duration, err error) {
	clone := filepath.Join(dir, name)
	if err := command(ctx, dir, nil, "git", "clone", "--quiet", root, clone); err != nil {
		return 0, err
	}
	env := cleanEnvironment(dir, clone)
	began := time.Now()
	err = command(ctx, clone, env, "make", "run")
	took = time.Since(began)
	return took, errors.Join(err, command(context.WithoutCancel(ctx), clone, env, "make", "down"))
}

// cleanEnvironment is that of this process with caches in dir, the data in the clone, and
// nothing of a make that this may run under or of causeway's own settings.
func cleanEnvironment(dir, clone string) []string {
	env := slices.DeleteFunc(os.Environ(), func(v string) bool {
		return strings.HasPrefix(v, "MAKE") || strings.HasPrefix(v, "MFLAGS") || strings.HasPrefix(v, "CAUSEWAY_")
	})
	return append(env,
		"GOMODCACHE="+filepath.Join(dir, "modules"), "GOCACHE="+filepath.Join(dir, "build"),
		"GOFLAGS="+strings.TrimSpace(os.Getenv("GOFLAGS")+" -modcacherw"), // so that the modules can be removed
		"npm_config_cache="+filepath.Join(dir, "npm"),
		"CAUSEWAY_HOME="+filepath.Join(clone, "home"), "CAUSEWAY_HTTP_ADDRESS=127.0.0.1:0")
}

// command runs a program in a folder; what it says is shown.
func command(ctx context.Context, dir string, env []string, name string, args ...string) error {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = dir, env, os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return nil
}
