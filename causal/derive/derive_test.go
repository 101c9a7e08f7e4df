package derive_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/soak"
)

// fromScratch is the layer that the present episodes, rules and statements make at once.
func fromScratch(l *causaltest.Layer) *causaltest.Layer {
	fresh := causaltest.NewLayer(l.T)
	fresh.Change(contribution.Rules{Closed: l.RuleSet.Closed, Merges: l.RuleSet.Merges, Splits: l.RuleSet.Splits})
	fresh.Write(slices.Collect(maps.Values(l.Episodes))...)
	var stated []link.Statement
	for _, s := range l.StatementsWhere(causaltest.Placed) {
		stated = append(stated, s.Statement)
	}
	if _, err := derive.PutStatements(fresh, stated); err != nil {
		l.T.Fatal(err)
	}
	return fresh
}

func TestDerive_AnySequenceIsFromScratch(t *testing.T) {
	for seed := range uint64(soak.Rounds(15)) {
		r := soak.Rand(12, seed)
		l := causaltest.NewLayer(t)
		for step := range 40 {
			what := randomStep(t, r, l)
			if got, want := l.Print(), fromScratch(l).Print(); got != want {
				t.Fatalf("seed %d: after step %d (%s) the layer is another one than from scratch:\n%s", seed, step, what, causaltest.FirstDifference(got, want))
			}
		}
	}
}

// TestDerive_CountsAfterAnySteps reads the links rarely, so that many changes wait to be counted together.
func TestDerive_CountsAfterAnySteps(t *testing.T) {
	for seed := range uint64(soak.Rounds(40)) {
		r := soak.Rand(13, seed)
		l := causaltest.NewLayer(t)
		waited := 0
		for step := range 60 {
			what := randomStep(t, r, l)
			uncounted, err := l.Uncounted()
			if err != nil {
				t.Fatal(err)
			}
			if waited = max(waited, len(uncounted)); r.IntN(15) > 0 {
				continue
			}
			if got, want := l.Print(), fromScratch(l).Print(); got != want {
				t.Fatalf("seed %d: after step %d (%s) the layer is another one than from scratch:\n%s", seed, step, what, causaltest.FirstDifference(got, want))
			}
		}
		if waited < 3 {
			t.Errorf("seed %d: only %d changes ever waited", seed, waited)
		}
	}
}

// TestDerive_CountsWhatIsTooMuch writes until the change counts itself.
func TestDerive_CountsWhatIsTooMuch(t *testing.T) {
	l := causaltest.NewLayer(t)
	waiting := func() int {
		t.Helper()
		uncounted, err := l.Uncounted()
		if err != nil {
			t.Fatal(err)
		}
		return len(uncounted)
	}
	for n := range 100 {
		var lines []string
		for i := range 250 {
			lines = append(lines, fmt.Sprintf("event v%d=s", (n+i)%300))
		}
		l.Write(causaltest.EpisodeFromLines(fmt.Sprintf("e%03d", n), episodic.OutcomeSuccess, lines...))
		if got := waiting(); got == 0 {
			if n < 50 {
				t.Errorf("counted after %d episodes of 250 observations", n+1)
			}
			return
		}
	}
	t.Errorf("%d changes wait", waiting())
}

func randomStep(t *testing.T, r *rand.Rand, l *causaltest.Layer) string {
	t.Helper()
	present := slices.Sorted(maps.Keys(l.Episodes))
	switch n := r.IntN(12); {
	case n >= 10:
		return touchTimestamp(r, l, present)
	case n < 6:
		var batch []episodic.Episode
		for _, id := range r.Perm(8)[:1+r.IntN(3)] {
			batch = append(batch, causaltest.RandomEpisode(t, r, id))
		}
		l.Write(batch...)
		return fmt.Sprintf("write %d", len(batch))
	case n < 7 && len(present) > 0:
		l.Remove(present[r.IntN(len(present))])
		return "remove"
	case n < 8:
		l.Change(causaltest.RandomRules(r))
		return "rules"
	default:
		s := link.Statement{
			Source: causaltest.Identity("u", "a"), Relation: episodic.Relations()[r.IntN(4)], Target: causaltest.Identity("v", "a"), Origin: "an analyst",
			Strength: new(float64(1+r.IntN(9)) / 10),
		}
		var err error
		if _, known := l.StatementRows[s.ID()]; known && r.IntN(2) == 0 {
			err = derive.RemoveStatement(l, s.ID())
		} else {
			_, err = derive.PutStatements(l, []link.Statement{s})
		}
		if err != nil {
			t.Fatal(err)
		}
		return "state"
	}
}

// touchTimestamp revises one episode so that nothing but the time of one event differs: only
// the order of what it records can change with it.
func touchTimestamp(r *rand.Rand, l *causaltest.Layer, present []string) string {
	l.T.Helper()
	timed := slices.DeleteFunc(present, func(id string) bool { return len(l.Episodes[id].Events) == 0 })
	if len(timed) == 0 {
		return "touch nothing"
	}
	e := l.Episodes[timed[r.IntN(len(timed))]]
	e.Events = slices.Clone(e.Events)
	n := r.IntN(len(e.Events))
	e.Events[n].At = causaltest.At(r.IntN(60))
	p, err := intake.Prepare(e)
	if err != nil {
		l.T.Fatal(err)
	}
	l.Write(p.Episode)
	return fmt.Sprintf("touch %s/%s", e.ID, e.Events[n].ID)
}

func TestDerive_DecisionsAreNeverClosed(t *testing.T) {
	decides := causaltest.Prepared(t, `{"id":"d","task":"t","outcome":"failure","decisions":[{"id":"d1","type":"design","context":"retry",
		"options":["no","yes"],"chosen":"yes","rationale":"","outcome":"unknown"}],"events":[{"id":"e1","type":"error","content":"load=high"}],"metrics":{},"lessons":[],
		"links":[{"source":"d1","relation":"causes","target":"e1","basis":"stated"}]}`)
	other := causaltest.Prepared(t, `{"id":"o","task":"t","outcome":"failure","decisions":[],"events":[{"id":"e1","type":"error","content":"load=low"}],"metrics":{},"lessons":[]}`)
	closed := []contribution.Closed{{Variable: "load"}, {Variable: "retry"}}
	merge := []contribution.Merge{{From: causaltest.Identity("retry", "yes"), Into: causaltest.Identity("load", "on")}}
	for _, c := range []struct {
		why  string
		work func(l *causaltest.Layer)
		want []string
	}{
		{"declared first, decided later", func(l *causaltest.Layer) { l.Change(contribution.Rules{Closed: closed}); l.Write(decides, other) }, []string{"load"}},
		{"decided first, declared later", func(l *causaltest.Layer) { l.Write(decides, other); l.Change(contribution.Rules{Closed: closed}) }, []string{"load"}},
		{"a merge makes it a state of a closed one", func(l *causaltest.Layer) {
			l.Write(decides, other)
			l.Change(contribution.Rules{Closed: closed[:1]})
			l.Change(contribution.Rules{Closed: closed[:1], Merges: merge})
		}, nil},
		{"nobody decides", func(l *causaltest.Layer) { l.Change(contribution.Rules{Closed: closed}); l.Write(other) }, []string{"load", "retry"}},
	} {
		l := causaltest.NewLayer(t)
		c.work(l)
		var got []string
		for _, one := range l.RuleSet.Closed {
			got = append(got, one.Variable)
		}
		for name, v := range l.VariableRows {
			if v.Closed != slices.Contains(got, name) {
				t.Errorf("%s: the rules close %v, and of %s the layer says %v", c.why, got, name, v.Closed)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v are closed, want %v", c.why, got, c.want)
		}
		if got, want := l.Print(), fromScratch(l).Print(); got != want {
			t.Errorf("%s: the layer is another one than from scratch:\n%s", c.why, causaltest.FirstDifference(got, want))
		}
	}
}
