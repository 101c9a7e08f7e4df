package storetest

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/causeway-memory/causeway/internal/soak"
)

// property is one property test: random sequences of commands run on an engine and on the model, or on
// two engines.
type property struct {
	recipe
	open Open
	// tries is the number of sequences, unless the command line says otherwise.
	tries int
	race  *race
}

// run tries sequences and, at the shortest one with different answers, fails and prints it as a Go
// test.
func (p property) run(t testing.TB) {
	t.Helper()
	soak.SetRapid(t, p.tries)
	// A list of rapid has about six items, whatever its maximum, so a sequence consists of several.
	part := rapid.SliceOfN(p.commands, 0, p.steps)
	sequences := rapid.Custom(func(rt *rapid.T) sequence {
		return slices.Concat(part.Draw(rt, "begin"), part.Draw(rt, "middle"), part.Draw(rt, "end"))
	})
	failure := ""
	rapid.Check(t, func(rt *rapid.T) {
		commands := sequences.Draw(rt, "commands")
		d := p.race.run(t.Context(), commands)
		if d == nil {
			return
		}
		if failure == "" { // rapid repeats a failing run
			failure = p.explain(t.Context(), d)
		}
		rt.Fatal(failure)
	})
}

// explain describes the difference, with the shortest test that shows it.
func (p property) explain(ctx context.Context, d *difference) string {
	plain := &race{want: p.race.want, got: p.race.got, checks: quiet}
	smallest := shrunk(d.after, func(commands []Command) bool { return plain.run(ctx, commands) != nil })
	if again := plain.run(ctx, smallest); again != nil {
		d = again
	}
	return fmt.Sprintf("%s\nThis test does it again:\n\n%s", d.text, pasted(p.open, p.service, p.race.got.name, d.after))
}

// sequence is a list of commands that rapid prints briefly: the printed test says more.
type sequence []Command

// GoString returns the number of commands.
func (s sequence) GoString() string { return fmt.Sprintf("%d commands", len(s)) }

// Replay runs commands on an engine and on the model, as a printed test does. name is the prefix of the
// names of the projects, on which the ids of links depend.
func Replay(t testing.TB, open Open, name string, commands ...Command) {
	t.Helper()
	replay(t, open, name, false, commands)
}

// ReplayService is [Replay] through the services.
func ReplayService(t testing.TB, open Open, name string, commands ...Command) {
	t.Helper()
	replay(t, open, name, true, commands)
}

func replay(t testing.TB, open Open, name string, service bool, commands []Command) {
	t.Helper()
	f := newFixture(t, open)
	r := versusModel(f.Set, name, f.alone, recipe{service: service, checks: func(*world) func(int) []Command { return quiet }})
	if d := r.run(t.Context(), commands); d != nil {
		t.Fatal(d.text)
	}
}

// quiet makes no checks between the commands.
func quiet(int) []Command { return nil }

// versusModel compares a set with the model.
func versusModel(s Set, name string, alone bool, r recipe) *race {
	out := &race{want: newModelWorld(name, r.service), got: newWorld(s, name, r.service)}
	out.want.alone, out.got.alone = alone, alone
	out.checks = r.checks(out.got)
	return out
}

// newName returns a prefix for names of projects that no other test uses.
func newName(t testing.TB) string {
	t.Helper()
	b := make([]byte, 6)
	if _, err := rand.Read(b); err != nil {
		t.Fatal(err)
	}
	return "test-" + hex.EncodeToString(b)
}
