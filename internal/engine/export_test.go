package engine

import (
	"context"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// For tests.
const (
	Neo4jVersion    = neo4jVersion
	WeaviateVersion = weaviateVersion
	SettingURI      = settingURI
	SettingURL      = settingURL
)

// ProcessLives reports whether any process with the id lives.
func ProcessLives(pid int) bool {
	start, err := processStart(pid)
	return err == nil && start != ""
}

// Await returns the state of a home as soon as the process pid has made its engines ready. It
// returns an error if that process ends first, or if ctx ends; pid 0 means any process.
func Await(ctx context.Context, home string, pid int) (State, error) {
	for {
		s, err := readState(home)
		if err != nil {
			return State{}, err
		}
		if s.Ready && (pid == 0 || s.SupervisorPID == pid) && supervisor(s).alive() {
			return s, nil
		}
		if pid != 0 && !ProcessLives(pid) {
			return State{}, fmt.Errorf("process %d ended before the engines were ready", pid)
		}
		if !pause(ctx, 200*time.Millisecond) {
			return State{}, fmt.Errorf("wait for the engines: %w", ctx.Err())
		}
	}
}

// ProcessStart is processStart.
func ProcessStart(pid int) (string, error) { return processStart(pid) }

// SearchesFresh is searchesFresh.
func SearchesFresh(version string) bool { return searchesFresh(version) }

// EnsurePassword is ensurePassword.
func EnsurePassword(home string) (string, error) { return ensurePassword(home) }

// EnsureKey is ensureKey.
func EnsureKey(home string) (string, error) { return ensureKey(home) }

// ProbeNative probes the native Weaviate at a port with a key.
func ProbeNative(ctx context.Context, port int, key string) error {
	_, err := weaviateServer{key: key}.probe(ctx, map[string]int{restPort: port})
	return err
}

// ErrKey is errKey.
var ErrKey = errKey

// Neo4jSettings returns the settings of neo4j.conf without ports.
func Neo4jSettings() map[string]string {
	o, _ := Options{Home: "/home"}.withDefaults()
	return pairs(strings.Split(neo4jServer{o: o}.config(nil), "\n"))
}

// WeaviateSettings returns Weaviate's environment without ports.
func WeaviateSettings() map[string]string {
	o, _ := Options{Home: "/home"}.withDefaults()
	return pairs(weaviateServer{o: o, key: "the key"}.environment(nil))
}

// Environments returns what servers and installing programs get of our environment.
func Environments(ctx context.Context) (map[string]map[string]string, error) {
	o, err := Options{Home: "/home"}.withDefaults()
	if err != nil {
		return nil, err
	}
	var printed strings.Builder
	err = runTool(ctx, ".", &printed, []string{"GOBIN=here"}, look("env"))
	return map[string]map[string]string{
		neo4jName:    pairs(neo4jServer{o: o, java: tool{path: "java"}}.command(nil).Env),
		weaviateName: pairs(weaviateServer{o: o}.command(nil).Env),
		"tool":       pairs(strings.Split(printed.String(), "\n")),
	}, err
}

func pairs(lines []string) map[string]string {
	m := map[string]string{}
	for _, line := range lines {
		if key, value, ok := strings.Cut(line, "="); ok {
			m[key] = value
		}
	}
	return m
}

// Start is how Neo4j is started.
type Start struct {
	Java, ClassPath, Classes string
	Args                     []string
}

// Neo4jStart says how Neo4j is started with options.
func Neo4jStart(ctx context.Context, o Options) (Start, error) {
	o, err := o.withDefaults()
	n := neo4jServer{o: o, java: findJava(ctx)}
	return Start{n.java.path, filepath.Join(n.lib(), "*"), n.classes(), n.command(nil).Args}, err
}

// KeepClasses is neo4jServer.keepClasses.
func KeepClasses(ctx context.Context, o Options, out io.Writer) error {
	o, err := o.withDefaults()
	if err != nil {
		return err
	}
	p := newProgress(out)
	defer p.close()
	return neo4jServer{o: o, java: findJava(ctx)}.keepClasses(ctx, p)
}

// EndsWithUs is endsWithUs.
func EndsWithUs(cmd *exec.Cmd) { endsWithUs(cmd) }

// Port is port with its fields exported.
type Port struct {
	Name                string
	Usual               int
	Everywhere, Packets bool
}

// ChoosePorts is choosePorts.
func ChoosePorts(wanted []Port, last map[string]int) (map[string]int, string, error) {
	ports := make([]port, len(wanted))
	for i, p := range wanted {
		ports[i] = port{name: p.Name, usual: p.Usual, everywhere: p.Everywhere, packets: p.Packets}
	}
	return choosePorts(ports, last)
}

// Recipe installs something that is quick to build, in the same way as servers.
type Recipe struct {
	Name, Version string
	Build         func(ctx context.Context, dir string, log io.Writer) error
}

// Install is recipe.install.
func (r Recipe) Install(ctx context.Context, cache string, out io.Writer) error {
	p := newProgress(out)
	defer p.close()
	return recipe{
		name: r.Name, version: r.Version, unit: "lines",
		counts: func(string) bool { return true },
		build:  func(ctx context.Context, _ tool, dir string, log io.Writer) error { return r.Build(ctx, dir, log) },
	}.install(ctx, cache, tool{}, p)
}

// Intact is intact.
func Intact(dir string) bool { return intact(dir) }

// Elapse shows one step to out like a long installation: begun, checked once, done.
func Elapse(out io.Writer) {
	p := newProgress(out)
	s := p.begin("neo4j", "installing")
	s.detailed("%d files", 3)
	p.tick()
	s.done("installed")
	p.close()
}
