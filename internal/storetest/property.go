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

// property is one property test: random sequences of commands go to an engine and to the
// model, or to two engines.
type property struct {
	recipe
	open Open
	// tries is how many sequences are tried unless the command line says.
	tries int
	race  *race
}

// run tries sequences and fails with the shortest that gives another answer, as a Go test.
func (p property) run(t testing.TB) {
	t.Helper()
	soak.SetRapid(t, p.tries)
	// A list of rapid has about six items, whatever its most; so several make a sequence.
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
		if failure == "" { // rapid runs what fails several times
			failure = p.explain(t.Context(), d)
		}
		rt.Fatal(failure)
	})
}

// explain says what is answered otherwise, with the shortest test that shows it.
func (p property) explain(ctx context.Context, d *difference) string {
	plain := &race{want: p.race.want, got: p.race.got, checks: quiet}
	smallest := shrunk(d.after, func(commands []Command) bool { return plain.run(ctx, commands) != nil })
	if again := plain.run(ctx, smallest); again != nil {
		d = again
	}
	return fmt.Sprintf("%s\nThis test does it again:\n\n%s", d.text, pasted(p.open, p.service, p.race.got.name, d.after))
}

// sequence is a list of commands that rapid prints short: the test that is printed says more.
type sequence []Command

// GoString says how many there are.
func (s sequence) GoString() string { return fmt.Sprintf("%d commands", len(s)) }

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
	f := newFixture(t, open)
	r := versusModel(f.Set, name, f.alone, recipe{service: service, checks: func(*world) func(int) []Command { return quiet }})
	if d := r.run(t.Context(), commands); d != nil {
		t.Fatal(d.text)
	}
}

// quiet asks nothing between the commands.
func quiet(int) []Command { return nil }

// versusModel lets a set run against the model.
func versusModel(s Set, name string, alone bool, r recipe) *race {
	out := &race{want: newModelWorld(name, r.service), got: newWorld(s, name, r.service)}
	out.want.alone, out.got.alone = alone, alone
	out.checks = r.checks(out.got)
	return out
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
