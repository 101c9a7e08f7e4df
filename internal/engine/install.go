package engine

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/sync/errgroup"
)

// manifestFile lists the files of an installation. It is written last, so a folder without it is
// incomplete.
const manifestFile = "installed.json"

// recipe describes how to install one server into the cache.
type recipe struct {
	name, version string
	// builder finds the tool needed for the build.
	builder func(context.Context) tool
	// build fills an empty folder. Its log is kept beside the installation and shows the
	// progress.
	build func(ctx context.Context, builder tool, dir string, log io.Writer) error
	// counts reports whether a line of the log is one more unit of progress.
	counts func(line string) bool
	unit   string
}

// manifest is the content of manifestFile: sizes by path.
type manifest struct {
	Version string           `json:"version"`
	Files   map[string]int64 `json:"files"`
}

// Install installs the native servers into the cache if they are missing, concurrently, and
// checks what they need to run. Other kinds need nothing. Several processes may call it at once:
// one installs, the others wait.
func Install(ctx context.Context, o Options) error {
	o, err := o.withDefaults()
	if err != nil || o.Kind != Native {
		return err
	}
	p := newProgress(o.Progress)
	defer p.close()
	_, err = install(ctx, o, p)
	return err
}

// install returns Java.
func install(ctx context.Context, o Options, p *progress) (java tool, err error) {
	recipes := []recipe{neo4jRecipe(), weaviateRecipe()}
	needs := []tool{findJava(ctx)}
	builders := make([]tool, len(recipes))
	for i, r := range recipes {
		if !intact(r.dir(o.Cache)) {
			builders[i] = r.builder(ctx)
			needs = append(needs, builders[i])
		}
	}
	if err := missingTools(needs...); err != nil {
		return tool{}, err
	}
	group, ctx := errgroup.WithContext(ctx)
	for i, r := range recipes {
		group.Go(func() error {
			if err := r.install(ctx, o.Cache, builders[i], p); err != nil || r.name != neo4jName {
				return err
			}
			return neo4jServer{o: o, java: needs[0]}.keepClasses(ctx, p)
		})
	}
	return needs[0], group.Wait()
}

func (r recipe) dir(cache string) string {
	return filepath.Join(cache, r.name+"-"+r.version)
}

// install builds into a temporary folder and renames it, so that nobody sees a partial
// installation under the final name.
func (r recipe) install(ctx context.Context, cache string, builder tool, p *progress) (err error) {
	dir := r.dir(cache)
	if intact(dir) {
		return nil
	}
	lock, err := waitLock(ctx, dir+".lock", func() {
		p.say("%s: waiting for another causeway that installs it", r.name)
	})
	if err != nil {
		return fmt.Errorf("install %s: %w", r.name, err)
	}
	defer lock.Close()
	if intact(dir) {
		return nil
	}
	tmp, err := r.tempDir(cache)
	if err != nil {
		return fmt.Errorf("install %s: %w", r.name, err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(tmp)) }()
	s := p.begin(r.name, "installing "+r.version)
	if err := r.run(ctx, builder, tmp, dir+".log", s); err != nil {
		s.drop()
		return fmt.Errorf("install %s %s: %w", r.name, r.version, err)
	}
	if err := r.publish(tmp, dir); err != nil {
		s.drop()
		return fmt.Errorf("install %s: %w", r.name, err)
	}
	s.done("installed " + r.version)
	return nil
}

// tempDir makes a folder to build in and removes those left by killed processes; the caller holds
// the lock, so nobody else builds.
func (r recipe) tempDir(cache string) (string, error) {
	pattern := "." + r.name + "-" + r.version + "-*"
	left, err := filepath.Glob(filepath.Join(cache, pattern))
	if err != nil {
		return "", err
	}
	for _, dir := range left {
		if err := os.RemoveAll(dir); err != nil {
			return "", err
		}
	}
	return os.MkdirTemp(cache, pattern)
}

func (r recipe) run(ctx context.Context, builder tool, dir, logPath string, s *step) error {
	log, err := os.Create(logPath)
	if err != nil {
		return err
	}
	defer log.Close()
	counted := &lineCounter{to: log, counts: r.counts, report: func(n int) { s.detailed("%d %s", n, r.unit) }}
	if err := r.build(ctx, builder, dir, counted); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w; the end of %s:\n%s", err, logPath, tail(logPath, 0))
	}
	return nil
}

// publish writes the manifest and renames the folder to its final name, replacing a damaged
// installation.
func (r recipe) publish(tmp, dir string) error {
	m := manifest{Version: r.version}
	var err error
	if m.Files, err = sizes(tmp); err != nil {
		return err
	}
	b, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if err := writeFile(filepath.Join(tmp, manifestFile), b); err != nil {
		return err
	}
	if exists(dir) {
		damaged := tmp + ".damaged"
		if err := os.Rename(dir, damaged); err != nil {
			return err
		}
		defer os.RemoveAll(damaged)
	}
	return os.Rename(tmp, dir)
}

// intact reports whether a folder holds a complete installation: every file in its manifest, with
// the right size.
func intact(dir string) bool {
	b, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if err != nil {
		return false
	}
	var m manifest
	if json.Unmarshal(b, &m) != nil || len(m.Files) == 0 {
		return false
	}
	for name, size := range m.Files {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil || info.Size() != size {
			return false
		}
	}
	return true
}

func sizes(dir string) (map[string]int64, error) {
	files := map[string]int64{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		files[name] = info.Size()
		return err
	})
	return files, err
}

// runTool runs a program to its end, or until ctx ends.
func runTool(ctx context.Context, dir string, log io.Writer, env []string, path string, args ...string) error {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = dir
	cmd.Env = toolEnvironment(env...)
	cmd.Stdout, cmd.Stderr = log, log
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("run %s: %w", filepath.Base(path), err)
	}
	return nil
}

// lineCounter passes on what is written and counts the lines that matter.
type lineCounter struct {
	to     io.Writer
	counts func(line string) bool
	report func(n int)
	n      int
}

// Write implements [io.Writer].
func (c *lineCounter) Write(b []byte) (int, error) {
	lines := bufio.NewScanner(strings.NewReader(string(b)))
	for lines.Scan() {
		if c.counts(lines.Text()) {
			c.n++
		}
	}
	c.report(c.n)
	return c.to.Write(b)
}
