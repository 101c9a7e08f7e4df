package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/tree"
)

// buildProgram returns where causeway is.
func buildProgram(t *testing.T) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "causeway")
	command := exec.CommandContext(t.Context(), "go", "build", "-o", binary, ".")
	command.Dir = tree.Root()
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	return binary
}

// A run of a few episodes measures everything, and a second one goes on with what the first left.
func TestRun_GoesOn(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED, NOT RUN: -short; make test builds the program and runs it")
	}
	o := options{folder: filepath.Join(t.TempDir(), "scale"), engines: "embedded", binary: buildProgram(t), sizes: []int{leastSize}, n: 3, batch: 40, look: 20 * time.Millisecond}
	var first, both, again bytes.Buffer
	if err := run(t.Context(), o, &first, t.Output()); err != nil {
		t.Fatal(err)
	}
	o.sizes = append(o.sizes, 200)
	if err := run(t.Context(), o, &both, t.Output()); err != nil {
		t.Fatal(err)
	}
	lines, before := strings.Split(both.String(), "\n"), strings.Split(first.String(), "\n")
	if !strings.HasPrefix(lines[0], "| embedded | 100 | 200 |") {
		t.Errorf("the table begins %q", lines[0])
	}
	for i, line := range before {
		if !strings.HasPrefix(lines[i], line) || regexp.MustCompile(`\| (-|0\.00) \|`).MatchString(lines[i]) {
			t.Errorf("the line of both sizes is %q, that of the first was %q", lines[i], line)
		}
	}
	for _, name := range []string{"import", "a write", "by id", "by attributes", "recall, rare", "why", "what-if", "applicable", "start", "size of an episode"} {
		if !strings.Contains(both.String(), "\n| "+name) {
			t.Errorf("the table has no row %q:\n%s", name, both.String())
		}
	}
	o.binary = "gone"
	if err := run(t.Context(), o, &again, t.Output()); err != nil || again.String() != both.String() {
		t.Errorf("what was measured is shown as\n%s\n%v", again.String(), err)
	}
	o.engines = "native"
	if err := run(t.Context(), o, &again, t.Output()); err == nil || !strings.Contains(err.Error(), "holds a run on embedded engines") {
		t.Errorf("other engines over the same folder: %v", err)
	}
}

// A comparison of kinds of vectors measures each over the same chunks; what was measured is shown again without a program.
func TestMeasureProviders(t *testing.T) {
	if testing.Short() {
		t.Skip("SKIPPED, NOT RUN: -short; make test builds the program and runs it")
	}
	o := options{
		folder: filepath.Join(t.TempDir(), "providers"), engines: "embedded", binary: buildProgram(t), sizes: []int{leastSize}, n: 3, batch: 20, look: 20 * time.Millisecond,
		providers: []string{"none", "static"},
	}
	var first, again bytes.Buffer
	if err := measureProviders(t.Context(), o, &first, t.Output()); err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\| (none|static) \| (\d+) \| [\d.]+ \| [1-9]\d* \| [\d.]+, [\d.]+ \| [\d.]+, [\d.]+ \| [\d.]+, [\d.]+ \| [1-9]\d* \| [1-9]\d* \|$`)
	if rows := row.FindAllStringSubmatch(first.String(), -1); len(rows) != 2 || rows[0][1] != "none" || rows[0][2] != rows[1][2] {
		t.Errorf("the table is\n%s", first.String())
	}
	o.binary = "gone"
	if err := measureProviders(t.Context(), o, &again, t.Output()); err != nil || !strings.Contains(again.String(), row.FindString(first.String())) {
		t.Errorf("what was measured is shown as\n%s\n%v", again.String(), err)
	}
}

// An import that was cut off goes on after the last batch that was acknowledged.
func TestState_keepsWhatWasImported(t *testing.T) {
	o := options{folder: t.TempDir(), engines: "native"}
	s, err := openState(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Episodes, s.Imported, s.Results = 700, 200, []result{{Episodes: 500}}
	if err := s.save(); err != nil {
		t.Fatal(err)
	}
	again, err := openState(o)
	if err != nil || again.Episodes != 700 || again.Imported != 200 || !again.measured(500) || again.measured(501) {
		t.Errorf("kept is %+v, %v", again, err)
	}
	if err := os.WriteFile(s.path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openState(o); err == nil {
		t.Error("a file that is cut off is read")
	}
}

func TestReadSizes(t *testing.T) {
	for _, c := range []struct {
		why, list string
		give      options
		want      string
	}{
		{"good", "1000, 20000", options{folder: "f", engines: "native", n: 1, batch: 1}, ""},
		{"not growing", "2000,1000", options{}, "growing numbers"},
		{"too small", "99", options{}, "at least 100"},
		{"no folder", "1000", options{}, "-folder wants"},
		{"no such engines", "1000", options{folder: "f", engines: "both"}, "embedded or native"},
		{"no repetitions", "1000", options{folder: "f", engines: "native", batch: 1}, "at least 1"},
	} {
		err := c.give.readSizes(c.list)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.why, err, c.want)
		}
	}
}
