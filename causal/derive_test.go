package causal_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/soak"
)

// randomEpisode is an episode over a few variables, so that many share factors and links.
func randomEpisode(t *testing.T, r *rand.Rand, n int) episodic.Episode {
	t.Helper()
	outcome := []string{"success", "failure", "unknown"}[r.IntN(3)]
	var events, links []string
	count := r.IntN(5)
	for i := range count {
		at := ""
		if r.IntN(3) > 0 {
			at = fmt.Sprintf(`"timestamp":"2026-01-%02dT00:%02d:00Z",`, 1+n, r.IntN(5))
		}
		content := fmt.Sprintf("%c=%c", 'u'+rune(r.IntN(4)), 'a'+rune(r.IntN(2)))
		if r.IntN(4) == 0 {
			content = fmt.Sprintf("step %d failed", r.IntN(3))
		}
		events = append(events, fmt.Sprintf(`{"id":"e%d",%s"type":"error","content":%q}`, i, at, content))
	}
	end := func() string {
		if r.IntN(4) == 0 {
			return fmt.Sprintf("x%d/e%d", r.IntN(8), r.IntN(3))
		}
		return "e" + strconv.Itoa(r.IntN(max(count, 1)))
	}
	for range r.IntN(4) {
		source, target := "e"+strconv.Itoa(r.IntN(max(count, 1))), end()
		if count == 0 || source == target || strings.HasPrefix(target, fmt.Sprintf("x%d/", n)) {
			continue
		}
		links = append(links, fmt.Sprintf(`{"source":%q,"relation":%q,"target":%q,"basis":%q}`, source,
			episodic.Relations()[r.IntN(4)], target, episodic.Bases()[r.IntN(2)]))
	}
	slices.Sort(links)
	day := ""
	if r.IntN(4) > 0 {
		day = fmt.Sprintf(`"timestamp":"2026-01-%02d",`, 1+r.IntN(9))
	}
	return prepared(t, fmt.Sprintf(`{"id":"x%d",%s"task":"t","outcome":%q,"context":{"u":"%c"},"decisions":[],"events":[%s],"links":[%s],"metrics":{},"lessons":[]}`,
		n, day, outcome, 'a'+rune(r.IntN(2)), strings.Join(events, ","), strings.Join(slices.Compact(links), ",")))
}

// randomRules merge, split and close some of what random episodes have.
func randomRules(r *rand.Rand) causal.Rules {
	var rules causal.Rules
	if r.IntN(2) == 0 {
		rules.Merges = append(rules.Merges, causal.Merge{From: identity("u", "a"), Into: identity("v", "a")})
	}
	if r.IntN(3) == 0 {
		rules.Splits = append(rules.Splits, causal.Split{
			From: identity("error: step <n> failed", causal.StateOccurred), Text: "step 1 failed", Into: identity("w", "b"),
		})
	}
	for _, v := range []string{"u", "w"} {
		if r.IntN(2) == 0 {
			rules.Closed = append(rules.Closed, causal.Closed{Variable: v})
		}
	}
	return rules
}

// fromScratch is the layer that the present episodes, rules and statements make at once.
func (l *layer) fromScratch() *layer {
	fresh := newLayer(l.t)
	fresh.change(causal.Rules{Closed: l.rules.Closed, Merges: l.rules.Merges, Splits: l.rules.Splits})
	fresh.write(slices.Collect(maps.Values(l.episodes))...)
	var stated []causal.Statement
	for _, s := range l.statementsWhere(placed) {
		stated = append(stated, s.Statement)
	}
	if _, err := causal.PutStatements(fresh, stated); err != nil {
		l.t.Fatal(err)
	}
	return fresh
}

func TestDerive_AnySequenceIsFromScratch(t *testing.T) {
	for seed := range uint64(soak.Rounds(40)) {
		r := soak.Rand(12, seed)
		l := newLayer(t)
		for step := range 40 {
			what := randomStep(t, r, l)
			if got, want := l.print(), l.fromScratch().print(); got != want {
				t.Fatalf("seed %d: after step %d (%s) the layer is another one than from scratch:\n%s", seed, step, what, firstDifference(got, want))
			}
		}
	}
}

func randomStep(t *testing.T, r *rand.Rand, l *layer) string {
	t.Helper()
	present := slices.Sorted(maps.Keys(l.episodes))
	switch n := r.IntN(12); {
	case n >= 10:
		return touchTimestamp(r, l, present)
	case n < 6:
		var batch []episodic.Episode
		for _, id := range r.Perm(8)[:1+r.IntN(3)] {
			batch = append(batch, randomEpisode(t, r, id))
		}
		l.write(batch...)
		return fmt.Sprintf("write %d", len(batch))
	case n < 7 && len(present) > 0:
		l.remove(present[r.IntN(len(present))])
		return "remove"
	case n < 8:
		l.change(randomRules(r))
		return "rules"
	default:
		s := causal.Statement{
			Source: identity("u", "a"), Relation: episodic.Relations()[r.IntN(4)], Target: identity("v", "a"), Origin: "an analyst",
			Strength: new(float64(1+r.IntN(9)) / 10),
		}
		var err error
		if _, known := l.statements[s.ID()]; known && r.IntN(2) == 0 {
			err = causal.RemoveStatement(l, s.ID())
		} else {
			_, err = causal.PutStatements(l, []causal.Statement{s})
		}
		if err != nil {
			t.Fatal(err)
		}
		return "state"
	}
}

// touchTimestamp revises one episode so that nothing but the time of one event differs: only
// the order of what it records can change with it.
func touchTimestamp(r *rand.Rand, l *layer, present []string) string {
	l.t.Helper()
	timed := slices.DeleteFunc(present, func(id string) bool { return len(l.episodes[id].Events) == 0 })
	if len(timed) == 0 {
		return "touch nothing"
	}
	e := l.episodes[timed[r.IntN(len(timed))]]
	e.Events = slices.Clone(e.Events)
	n := r.IntN(len(e.Events))
	e.Events[n].At = at(r.IntN(60))
	p, err := episodic.Prepare(e)
	if err != nil {
		l.t.Fatal(err)
	}
	l.write(p.Episode)
	return fmt.Sprintf("touch %s/%s", e.ID, e.Events[n].ID)
}

// firstDifference is where two texts begin to differ.
func firstDifference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			from := max(i-12, 0)
			return strings.Join(a[from:min(i+4, len(a))], "\n") + "\nwant\n" + strings.Join(b[from:min(i+4, len(b))], "\n")
		}
	}
	return fmt.Sprintf("%d lines, want %d", len(a), len(b))
}

func TestDerive_DecisionsAreNeverClosed(t *testing.T) {
	decides := prepared(t, `{"id":"d","task":"t","outcome":"failure","decisions":[{"id":"d1","type":"design","context":"retry",
		"options":["no","yes"],"chosen":"yes","rationale":"","outcome":"unknown"}],"events":[{"id":"e1","type":"error","content":"load=high"}],"metrics":{},"lessons":[],
		"links":[{"source":"d1","relation":"causes","target":"e1","basis":"stated"}]}`)
	other := prepared(t, `{"id":"o","task":"t","outcome":"failure","decisions":[],"events":[{"id":"e1","type":"error","content":"load=low"}],"metrics":{},"lessons":[]}`)
	closed := []causal.Closed{{Variable: "load"}, {Variable: "retry"}}
	merge := []causal.Merge{{From: identity("retry", "yes"), Into: identity("load", "on")}}
	for _, c := range []struct {
		why  string
		work func(l *layer)
		want []string
	}{
		{"declared first, decided later", func(l *layer) { l.change(causal.Rules{Closed: closed}); l.write(decides, other) }, []string{"load"}},
		{"decided first, declared later", func(l *layer) { l.write(decides, other); l.change(causal.Rules{Closed: closed}) }, []string{"load"}},
		{"a merge makes it a state of a closed one", func(l *layer) {
			l.write(decides, other)
			l.change(causal.Rules{Closed: closed[:1]})
			l.change(causal.Rules{Closed: closed[:1], Merges: merge})
		}, nil},
		{"nobody decides", func(l *layer) { l.change(causal.Rules{Closed: closed}); l.write(other) }, []string{"load", "retry"}},
	} {
		l := newLayer(t)
		c.work(l)
		var got []string
		for _, one := range l.rules.Closed {
			got = append(got, one.Variable)
		}
		for name, v := range l.variables {
			if v.Closed != slices.Contains(got, name) {
				t.Errorf("%s: the rules close %v, and of %s the layer says %v", c.why, got, name, v.Closed)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v are closed, want %v", c.why, got, c.want)
		}
		if got, want := l.print(), l.fromScratch().print(); got != want {
			t.Errorf("%s: the layer is another one than from scratch:\n%s", c.why, firstDifference(got, want))
		}
	}
}
