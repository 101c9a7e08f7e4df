package engine

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// tool is a program that native engines need on the user's machine.
type tool struct {
	// name is its name in messages.
	name string
	// path is where it was found, or empty.
	path string
	// version is the version it reports.
	version string
	// reported is all that it says of its version.
	reported string
	// install says what to install if it is missing or too old.
	install string
	// old means that it was found but is too old.
	old bool
}

func (t tool) usable() bool { return t.path != "" && !t.old }

// findJava searches JAVA_HOME, then PATH.
func findJava(ctx context.Context) tool {
	t := tool{name: "Java", install: fmt.Sprintf("Java %d or newer (https://adoptium.net)", javaMajor)}
	if home := os.Getenv("JAVA_HOME"); home != "" {
		t.path = onlyExecutable(filepath.Join(home, "bin", "java"))
	}
	if t.path == "" {
		t.path = look("java")
	}
	return t.ask(ctx, `version "([0-9]+)(?:\.([0-9]+))?[^"]*"`, "-version").require(func(major, minor int) bool {
		if major == 1 { // Java 8 reports 1.8
			major = minor
		}
		return major >= javaMajor
	})
}

func findMaven(ctx context.Context) tool {
	t := tool{name: "Maven", path: look("mvn"), install: "Maven 3.6 or newer (https://maven.apache.org)"}
	return t.ask(ctx, `Apache Maven ([0-9]+)\.([0-9]+)[0-9.]*`, "--version").require(func(major, minor int) bool {
		return major > 3 || major == 3 && minor >= 6
	})
}

func findGo(ctx context.Context) tool {
	t := tool{name: "Go", path: look("go"), install: fmt.Sprintf("Go 1.%d or newer (https://go.dev/dl)", goMinor)}
	return t.ask(ctx, `go version go([0-9]+)\.([0-9]+)[^ ]*`, "version").require(func(major, minor int) bool {
		return major > 1 || minor >= goMinor
	})
}

// ask runs the tool and keeps the part of its output that pattern matches.
func (t tool) ask(ctx context.Context, pattern string, args ...string) tool {
	if t.path == "" {
		return t
	}
	cmd := exec.CommandContext(ctx, t.path, args...)
	cmd.Env = toolEnvironment()
	out, err := cmd.CombinedOutput()
	if err == nil {
		t.reported = string(out)
		t.version = regexp.MustCompile(pattern).FindString(t.reported)
	}
	return t
}

// require marks the tool as too old if its version is too low or unknown.
func (t tool) require(enough func(major, minor int) bool) tool {
	numbers := regexp.MustCompile(`[0-9]+`).FindAllString(t.version, 2)
	var major, minor int
	if len(numbers) > 0 {
		major, _ = strconv.Atoi(numbers[0]) // the pattern matches digits
	}
	if len(numbers) > 1 {
		minor, _ = strconv.Atoi(numbers[1])
	}
	t.old = t.path != "" && !enough(major, minor)
	return t
}

// missingTools returns one error that names everything to install, nil if all are usable.
func missingTools(tools ...tool) error {
	var wanted []string
	for _, t := range tools {
		switch {
		case t.usable():
		case t.old:
			wanted = append(wanted, fmt.Sprintf("%s: %s is %s", t.install, t.path, found(t.version)))
		default:
			wanted = append(wanted, t.install)
		}
	}
	if len(wanted) == 0 {
		return nil
	}
	return fmt.Errorf("native engines need what this machine lacks; install %s, or use docker or external engines",
		strings.Join(wanted, " and "))
}

func found(version string) string {
	if version == "" {
		return "of an unknown version"
	}
	return strings.Trim(version, `"`)
}

func look(name string) string {
	path, err := exec.LookPath(name)
	if err != nil {
		return ""
	}
	return path
}

func onlyExecutable(path string) string {
	if info, err := os.Stat(path); err != nil || info.IsDir() || info.Mode()&0o111 == 0 { //nolint:gosec // it is only looked at
		return ""
	}
	return path
}
