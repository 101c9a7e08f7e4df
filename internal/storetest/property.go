package storetest

import (
	"crypto/rand"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// property is one property test: random sequences of commands go to an engine and to the
// model, or to two engines.
type property struct {
	open Open
	// replay is the function that runs a printed sequence again.
	replay string
	// checks is how many sequences are tried, each of up to steps commands.
	checks, steps int
	commands      *rapid.Generator[Command]
	race          *race
}

// run tries sequences and fails with the shortest that gives another answer, as a Go test.
func (p property) run(t testing.TB) {
	t.Helper()
	setDefaults(t, p.checks)
	sequences := rapid.Map(rapid.SliceOfN(p.commands, 1, p.steps), func(list []Command) sequence { return list })
	rapid.Check(t, func(rt *rapid.T) {
		commands := sequences.Draw(rt, "commands")
		if d := p.race.run(t.Context(), commands); d != nil {
			rt.Fatalf("%s\nThis test does it again:\n\n%s", d.text, pasted(p.open, p.replay, p.race.got.name, d.after))
		}
	})
}

// sequence is a list of commands that rapid prints short: the test that is printed says more.
type sequence []Command

// GoString says how many there are.
func (s sequence) GoString() string { return fmt.Sprintf("%d commands", len(s)) }

// setDefaults sets the flags of rapid that the command line does not, until the test ends:
// few enough checks for every run, the same ones on every engine, and no files in the tree.
func setDefaults(t testing.TB, checks int) {
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	for name, value := range map[string]string{
		"rapid.checks": strconv.Itoa(checks), "rapid.seed": "9", "rapid.nofailfile": "true",
	} {
		// Set on the value itself, so that flag.Visit goes on telling what was given.
		f := flag.Lookup(name)
		if given[name] {
			continue
		}
		before := f.Value.String()
		if err := f.Value.Set(value); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = f.Value.Set(before) })
	}
}

// Replay runs commands against an engine and the model, as a printed test does. name is the
// beginning of the names of the projects, on which the ids of links depend.
func Replay(t testing.TB, open Open, name string, commands ...Command) {
	t.Helper()
	replay(t, open, name, false, commands)
}

// ReplayService is [Replay] through the services, as users call them.
func ReplayService(t testing.TB, open Open, name string, commands ...Command) {
	t.Helper()
	replay(t, open, name, true, commands)
}

func replay(t testing.TB, open Open, name string, service bool, commands []Command) {
	t.Helper()
	set, alone := opened(t, open)
	r := versusModel(set, name, alone, service, func(*world) func(int) []Command { return quiet })
	if d := r.run(t.Context(), commands); d != nil {
		t.Fatal(d.text)
	}
}

// quiet asks nothing between the commands.
func quiet(int) []Command { return nil }

// opened opens a set, and says whether it keeps its data in a folder of its own.
func opened(t testing.TB, open Open) (s Set, alone bool) {
	t.Helper()
	dir := t.TempDir()
	s = open(t, dir)
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s, len(files) > 0
}

// versusModel lets a set run against the model.
func versusModel(s Set, name string, alone, service bool, checks func(*world) func(int) []Command) *race {
	r := &race{want: newModelWorld(name, service), got: newWorld(s, name, service)}
	r.want.alone, r.got.alone = alone, alone
	r.checks = checks(r.got)
	return r
}

// newName returns the beginning of names of projects that no other test uses.
func newName(t testing.TB) string {
	t.Helper()
	b := make([]byte, 6)
	if _, err := rand.Read(b); err != nil {
		t.Fatal(err)
	}
	return "test-" + hex.EncodeToString(b)
}
