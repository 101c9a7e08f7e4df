package upkeep_test

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/patterns"
)

// factorStore embeds the factor layer's store apart from the patterns' store.
type factorStore interface{ derive.Store }

// memoryLayer is a factor layer in memory, the sum of contributions. It implements only the methods
// that mining calls.
type memoryLayer struct {
	factorStore
	patterns.Store

	Contributions []contribution.Contribution
	Closed        map[string]string
	Graph         int
	// Moves is how many more times the layer changes while it is read.
	Moves int
}

func (l *memoryLayer) service() *memory.Patterns {
	at := func() time.Time { return time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC) }
	return memory.NewPatterns(memory.PatternParts{Patterns: l, Factors: l}, at)
}

func (l *memoryLayer) GetDerivation(_ context.Context, project string) (layer.Derivation, error) {
	if project == "unknown" {
		return layer.Derivation{}, episodic.ErrProjectNotFound
	}
	return layer.Derivation{Graph: l.Graph, Episodes: len(l.Contributions)}, nil
}

// allFactors returns all factors by key.
func (l *memoryLayer) allFactors() map[string]factor.Factor {
	out := map[string]factor.Factor{}
	for _, c := range l.Contributions {
		for _, o := range c.Observations {
			f := out[o.Key()]
			f.Identity = o.Identity
			f.Outcomes.Unknown++
			f.Kinds.Decision += o.Kinds.Decision
			f.Kinds.Event += o.Kinds.Event
			f.Kinds.Outcome += o.Kinds.Outcome
			f.Kinds.Context += o.Kinds.Context
			out[o.Key()] = f
		}
	}
	return out
}

func (l *memoryLayer) ListFactors(_ context.Context, q layer.FactorQuery) ([]factor.Factor, error) {
	var out []factor.Factor
	for _, f := range l.allFactors() {
		if f.Frequency() >= q.Filter.Least && f.Key() > q.Page.After {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b factor.Factor) int { return cmp.Compare(a.Key(), b.Key()) })
	return out[:min(len(out), q.Page.Limit)], nil
}

func (l *memoryLayer) StatesOf(_ context.Context, _ string, variables []string) ([]factor.Factor, error) {
	var out []factor.Factor
	for _, f := range l.allFactors() {
		if slices.Contains(variables, f.Variable) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b factor.Factor) int { return cmp.Compare(a.Key(), b.Key()) })
	return out, nil
}

func (l *memoryLayer) ListVariables(_ context.Context, _ string, names []string) ([]factor.Variable, error) {
	var out []factor.Variable
	for _, name := range names {
		absent, closed := l.Closed[name]
		out = append(out, factor.Variable{Name: name, Closed: closed, AbsentState: absent})
	}
	return out, nil
}

func (l *memoryLayer) LinksInto(_ context.Context, _ string, variables []string, limit int) ([]link.FactorLink, bool, error) {
	links := map[string]link.FactorLink{}
	for _, c := range l.Contributions {
		for _, s := range c.Supports {
			if s.Relation != episodic.RelationCorrelates && slices.Contains(variables, s.Target.Variable) {
				links[s.Link()] = link.FactorLink{Key: s.Link(), Source: s.Source, Target: s.Target, Relation: s.Relation}
			}
		}
	}
	var out []link.FactorLink
	for _, key := range slices.Sorted(maps.Keys(links)) {
		out = append(out, links[key])
	}
	return out[:min(len(out), limit)], len(out) > limit, nil
}

func (l *memoryLayer) ScanEpisodes(_ context.Context, _ string, keys []string, each func(patterns.EpisodeStates) error) (layer.Derivation, error) {
	if l.Moves > 0 {
		l.Moves--
		l.Graph++
	}
	position := map[string]int{}
	for i, key := range keys {
		position[key] = i
	}
	for _, c := range l.Contributions {
		e := patterns.EpisodeStates{Episode: c.Episode, Seen: c.Seen, Outcome: c.Outcome, Errors: c.Errors}
		for _, o := range c.Observations {
			if i, asked := position[o.Key()]; asked {
				e.States = append(e.States, layer.ObservedState{Factor: i, Order: o.Order})
			}
		}
		if err := each(e); err != nil {
			return layer.Derivation{}, err
		}
	}
	return l.GetDerivation(context.Background(), "p")
}

// recorder adds imported episodes to a layer.
type recorder struct{ *memoryLayer }

func (r recorder) RecordAll(_ context.Context, _ string, episodes []episodic.Episode, _ bool, _ episodic.State) ([]episodic.Receipt, error) {
	receipts := make([]episodic.Receipt, len(episodes))
	for i, e := range episodes {
		p, err := intake.Prepare(e)
		if err != nil {
			return nil, err
		}
		r.Contributions = append(r.Contributions, contribution.Contribute(p.Episode, contribution.Rules{}, nil))
		receipts[i] = episodic.Receipt{Episode: e.ID, Revision: 1, Change: episodic.ChangeCreated}
	}
	return receipts, nil
}

// OfSessions says that nothing was recorded before.
func (recorder) OfSessions(context.Context, string, []string, []string) ([]episodic.Episode, error) {
	return nil, nil
}

// Delete has nothing to delete.
func (recorder) Delete(context.Context, string, string) error { return nil }

func (r recorder) Revisions(context.Context, string, []string, episodic.Slice) (map[string][]episodic.Revision, error) {
	return nil, episodic.ErrProjectNotFound
}

// realLayer returns the layer of the real episodes.
func realLayer(t *testing.T) *memoryLayer {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(enginetest.Data(t), "ai-agents", "episodes", "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no real episodes (%v)", err)
	}
	sources, _, err := ingest.Files(ingest.FormatEpisode, paths, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := &memoryLayer{Graph: 1}
	if _, err := ingest.Import(t.Context(), recorder{l}, ingest.Options{Project: "p"}, sources, nil); err != nil {
		t.Fatal(err)
	}
	if len(l.Contributions) != len(paths) {
		t.Fatalf("%d of %d episodes", len(l.Contributions), len(paths))
	}
	return l
}

// networkLayer returns the layer of the 2,000 episodes of agentops_a, with its closed variables
// declared.
func networkLayer(t *testing.T) *memoryLayer {
	t.Helper()
	l := &memoryLayer{Graph: 1, Closed: map[string]string{}}
	for _, name := range []string{"verbose_log", "flaky_env", "defect", "error", "recovery", "blocked"} {
		l.Closed[name] = "no"
	}
	data := enginetest.Data(t)
	networkRead.Do(func() { networkContributions = readNetwork(t, data) })
	if l.Contributions = slices.Clone(networkContributions); len(l.Contributions) != 2_000 {
		t.Fatalf("%d episodes", len(l.Contributions))
	}
	return l
}

// networkContributions are those of the network's episodes, read once for all tests; nobody changes them.
var (
	networkRead          sync.Once
	networkContributions []contribution.Contribution
)

func readNetwork(t *testing.T, data string) (out []contribution.Contribution) {
	t.Helper()
	file, err := os.Open(filepath.Join(data, "causal", "bn", "agentops_a", "episodes.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unpacked)
	for lines.Scan() {
		var e episodic.Episode
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		p, err := intake.Prepare(e)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, contribution.Contribute(p.Episode, contribution.Rules{}, nil))
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
