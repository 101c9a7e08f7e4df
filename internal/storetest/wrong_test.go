package storetest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/storetest"
)

// forgetful is a store that loses the reads of an episode that was read often.
type forgetful struct{ storetest.Graph }

func (f forgetful) GetAccess(ctx context.Context, project string, ids []string) (map[string]episodic.Access, error) {
	found, err := f.Graph.GetAccess(ctx, project, ids)
	for id, a := range found {
		if a.Count > 3 {
			delete(found, id)
		}
	}
	return found, err
}

func forgetfulSet(testing.TB, string) storetest.Set {
	return storetest.Set{Graph: forgetful{storetest.NewModel().Graph}}
}

// hasty is a store that reports a truncated subgraph as complete.
type hasty struct{ storetest.Graph }

func (h hasty) Subgraph(ctx context.Context, q trace.PathSearch) ([]trace.Hop, bool, error) {
	hops, _, err := h.Graph.Subgraph(ctx, q)
	return hops, false, err
}

func hastySet(testing.TB, string) storetest.Set {
	return storetest.Set{Graph: hasty{storetest.NewModel().Graph}}
}

// biased is a store that knows only the first of several types.
type biased struct{ execution.Store }

func (b biased) ListEvents(ctx context.Context, q execution.Query) ([]execution.Stored, error) {
	q.Types = q.Types[:min(len(q.Types), 1)]
	return b.Store.ListEvents(ctx, q)
}

func biasedSet(testing.TB, string) storetest.Set {
	s := storetest.NewModel()
	s.Execution = biased{s.Execution}
	return s
}

// ruthless is a store whose retention spares no workflow that runs or was just completed.
type ruthless struct{ execution.Store }

func (r ruthless) PruneEvents(ctx context.Context, p execution.Pruning) ([]string, error) {
	p.Rested, p.Silent = p.Rested.Add(time.Hour), p.Silent.Add(time.Hour)
	return r.Store.PruneEvents(ctx, p)
}

func ruthlessSet(testing.TB, string) storetest.Set {
	s := storetest.NewModel()
	s.Execution = ruthless{s.Execution}
	return s
}

// deaf is an index that does not find numbers of issues.
type deaf struct{ episodic.Index }

func (d deaf) Search(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	if strings.Contains(q.Text, "#") {
		return nil, nil
	}
	return d.Index.Search(ctx, q)
}

// short is an index that compares vectors after it has truncated the list.
type short struct{ episodic.Index }

func (s short) Nearest(ctx context.Context, q episodic.ChunkQuery) ([]episodic.ChunkHit, error) {
	parts := q.Parts
	q.Parts = nil
	hits, err := s.Index.Nearest(ctx, q)
	return slices.DeleteFunc(hits, func(h episodic.ChunkHit) bool {
		return len(parts) > 0 && !slices.Contains(parts, h.Part)
	}), err
}

func shortSet(testing.TB, string) storetest.Set {
	s := storetest.NewModel()
	return storetest.Set{Graph: s.Graph, Index: short{s.Index}}
}

// mixed is an index that merges all generations.
type mixed struct{ episodic.Index }

func (m mixed) PutEpisodes(ctx context.Context, at episodic.IndexGeneration, episodes []episodic.EpisodeChunks) (map[string]error, error) {
	at.Generation = 1
	return m.Index.PutEpisodes(ctx, at, episodes)
}

func mixedSet(testing.TB, string) storetest.Set {
	s := storetest.NewModel()
	return storetest.Set{Graph: s.Graph, Index: mixed{s.Index}}
}

// careless is a store in which the last writer of a state wins.
type careless struct{ storetest.Graph }

func (c careless) SetIndexState(ctx context.Context, project string, next episodic.IndexState) error {
	if state, err := c.GetIndexState(ctx, project); err == nil {
		next.Version = state.Version + 1
	}
	return c.Graph.SetIndexState(ctx, project, next)
}

func carelessSet(testing.TB, string) storetest.Set {
	return storetest.Set{Graph: careless{storetest.NewModel().Graph}}
}

// lax is a ledger in which the last writer of an entry wins.
type lax struct{ ledger.Store }

func (l lax) ReplaceEntry(ctx context.Context, e ledger.Entry) error {
	if held, err := ledger.Get(ctx, l.Store, e.ID); err == nil {
		e.Version = held.Version + 1
	}
	return l.Store.ReplaceEntry(ctx, e)
}

func laxSet(testing.TB, string) storetest.Set {
	s := storetest.NewModel()
	return storetest.Set{Graph: s.Graph, Ledger: lax{s.Ledger}}
}

func deafSet(testing.TB, string) storetest.Set {
	s := storetest.NewModel()
	return storetest.Set{Graph: s.Graph, Index: deaf{s.Index}}
}

// forgetting is a transaction that misses the first factor of an episode's contribution, and so never
// subtracts it.
type forgetting struct{ derive.Tx }

func (f forgetting) Contributions(ids []string) (map[string]contribution.Contribution, error) {
	known, err := f.Tx.Contributions(ids)
	for id, c := range known {
		if len(c.Observations) > 0 && len(c.Supports) == 0 {
			c.Observations = c.Observations[1:]
			known[id] = c
		}
	}
	return known, err
}

func forgettingSet(tb testing.TB, dir string) storetest.Set {
	return spoiled(tb, dir, func(tx derive.Tx) derive.Tx { return forgetting{tx} })
}

// stale is a transaction that returns the old times of a factor.
type stale struct{ derive.Tx }

func (s stale) FactorRanges(keys []string) (map[string]derive.Range, error) {
	known, err := s.Factors(keys)
	out := map[string]derive.Range{}
	for key, f := range known {
		out[key] = derive.Range{First: f.FirstSeen, Last: f.LastSeen}
	}
	return out, err
}

func staleSet(tb testing.TB, dir string) storetest.Set {
	return spoiled(tb, dir, func(tx derive.Tx) derive.Tx { return stale{tx} })
}

// open is a transaction that treats every variable as open when it compares.
type open struct{ derive.Tx }

func (o open) Count(pairs []link.Pair) ([]link.PairCounts, error) {
	pairs = slices.Clone(pairs)
	for i := range pairs {
		pairs[i].SourceClosed, pairs[i].TargetClosed = false, false
	}
	return o.Tx.Count(pairs)
}

func openSet(tb testing.TB, dir string) storetest.Set {
	return spoiled(tb, dir, func(tx derive.Tx) derive.Tx { return open{tx} })
}

// unmoved is a transaction in which a merge affects only later writes.
type unmoved struct{ derive.Tx }

func (unmoved) MarkStale([]string) error { return nil }

func unmovedSet(tb testing.TB, dir string) storetest.Set {
	return spoiled(tb, dir, func(tx derive.Tx) derive.Tx { return unmoved{tx} })
}

// clinging is a transaction that keeps links that nothing states any more.
type clinging struct{ derive.Tx }

func (clinging) RemoveLinks([]string) error     { return nil }
func (clinging) RemoveFactors([]string) error   { return nil }
func (clinging) RemoveVariables([]string) error { return nil }

func clingingSet(tb testing.TB, dir string) storetest.Set {
	return spoiled(tb, dir, func(tx derive.Tx) derive.Tx { return clinging{tx} })
}

// secluded is a transaction that sees no links between episodes.
type secluded struct{ derive.Tx }

func (secluded) Crossing([]string) ([]string, error) { return nil, nil }

func secludedSet(tb testing.TB, dir string) storetest.Set {
	return spoiled(tb, dir, func(tx derive.Tx) derive.Tx { return secluded{tx} })
}

// backdated is a transaction that dates contributions to the beginning.
type backdated struct{ derive.Tx }

func (b backdated) PutContributions(put []contribution.Contribution, gone []string, _ int) error {
	return b.Tx.PutContributions(put, gone, 0)
}

func backdatedSet(tb testing.TB, dir string) storetest.Set {
	return spoiled(tb, dir, func(tx derive.Tx) derive.Tx { return backdated{tx} })
}

// spoiled returns a store with a fault. The file in its folder says that it is not shared.
func spoiled(tb testing.TB, dir string, spoil func(derive.Tx) derive.Tx) storetest.Set {
	tb.Helper()
	if dir != "" {
		if err := os.WriteFile(filepath.Join(dir, "alone"), nil, 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return storetest.NewSpoiled(spoil)
}

// A wrong engine fails the suite, and the printed test compiles as it is and fails again.
func TestProperty_printsATest(t *testing.T) {
	replaced := map[string]string{}
	for i, c := range []struct {
		why, kind string
		open      storetest.Open
		// most is the most commands in the shortest sequence.
		most int
	}{
		{"recorded, read, asked", "store", forgetfulSet, 3},
		{"links recorded, the subgraph asked", "links", hastySet, 3},
		{"put, searched", "index", deafSet, 2},
		{"recorded, recalled", "service", deafSet, 2},
		{"put, asked for a page of one part", "index", shortSet, 2},
		{"put in one generation, read in another", "index", mixedSet, 2},
		{"recorded, a state of another version set", "store", carelessSet, 2},
		{"put, listed by types", "execution", biasedSet, 2},
		{"put, completed, pruned", "execution", ruthlessSet, 3},
		{"added, replaced by who does not know the version", "ledger", laxSet, 2},
		{"recorded, recorded with other factors or deleted, the layer read", "factors", forgettingSet, 3},
		{"the first of two gone, the layer read", "factors", staleSet, 4},
		{"a link, a variable closed, the layer read", "factors", openSet, 4},
		{"recorded, merged, derived, the layer read", "factors", unmovedSet, 4},
		{"a link recorded and not any more, the layer read", "factors", clingingSet, 4},
		{"a link across, its end written after it, the layer read", "factors", secludedSet, 3},
		{"recorded, recorded with another factor while scanned", "factors", backdatedSet, 3},
	} {
		log := storetest.Failure(t, c.kind, c.open)
		_, text, printed := strings.Cut(log, "This test does it again:\n\n")
		if !printed {
			t.Fatalf("%s: a wrong engine passes, or prints no test:\n%s", c.why, log)
		}
		text = text[:strings.Index(text, "\n}\n")+3]
		if _, err := parser.ParseFile(token.NewFileSet(), "pasted_test.go", text, parser.AllErrors); err != nil {
			t.Errorf("%s: %v in\n%s", c.why, err, text)
		}
		if n := strings.Count(text, "\t\tstoretest."); n > c.most {
			t.Errorf("%s: %d commands are left, want %d at most:\n%s", c.why, n, c.most, text)
		}
		name := fmt.Sprintf("pasted%d_test.go", i)
		replaced[absolute(t, name)] = write(t, name, strings.Replace(text, "TestPasted(", fmt.Sprintf("TestPasted%d(", i), 1))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-ldflags=-w", "-overlay", write(t, "overlay.json", string(overlay)), "-run", "^TestPasted", ".").CombinedOutput()
	if err == nil {
		t.Errorf("the printed tests pass:\n%s", out)
	}
	for i := range len(replaced) {
		if !strings.Contains(string(out), fmt.Sprintf("--- FAIL: TestPasted%d ", i)) {
			t.Errorf("printed test %d does not fail again:\n%s", i, out)
		}
	}
	if n := strings.Count(string(out), "is answered otherwise"); n != len(replaced) {
		t.Errorf("%d of %d printed tests say what is answered otherwise:\n%s", n, len(replaced), out)
	}
}

func absolute(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func write(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
