package patterns_test

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
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/patterns"
)

// layer is a factor layer in memory, as mining reads it: the sum of contributions. What it does
// not have is asked of no test here.
type layer struct {
	causal.FactorStore
	patterns.Store

	contributions []causal.Contribution
	closed        map[string]string
	graph         int
	// moves says how often the layer changes while it is read.
	moves int
}

func (l *layer) service() *patterns.Service {
	at := func() time.Time { return time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC) }
	return patterns.NewService(patterns.Parts{Patterns: l, Factors: l}, at)
}

func (l *layer) GetDerivation(_ context.Context, project string) (causal.Derivation, error) {
	if project == "unknown" {
		return causal.Derivation{}, episodic.ErrProjectNotFound
	}
	return causal.Derivation{Graph: l.graph, Episodes: len(l.contributions)}, nil
}

// factors are all factors by key.
func (l *layer) factors() map[string]causal.Factor {
	out := map[string]causal.Factor{}
	for _, c := range l.contributions {
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

func (l *layer) ListFactors(_ context.Context, q causal.FactorQuery) ([]causal.Factor, error) {
	var out []causal.Factor
	for _, f := range l.factors() {
		if f.Frequency() >= q.Filter.Least && f.Key() > q.Page.After {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b causal.Factor) int { return cmp.Compare(a.Key(), b.Key()) })
	return out[:min(len(out), q.Page.Limit)], nil
}

func (l *layer) StatesOf(_ context.Context, _ string, variables []string) ([]causal.Factor, error) {
	var out []causal.Factor
	for _, f := range l.factors() {
		if slices.Contains(variables, f.Variable) {
			out = append(out, f)
		}
	}
	slices.SortFunc(out, func(a, b causal.Factor) int { return cmp.Compare(a.Key(), b.Key()) })
	return out, nil
}

func (l *layer) ListVariables(_ context.Context, _ string, names []string) ([]causal.Variable, error) {
	var out []causal.Variable
	for _, name := range names {
		absent, closed := l.closed[name]
		out = append(out, causal.Variable{Name: name, Closed: closed, AbsentState: absent})
	}
	return out, nil
}

func (l *layer) LinksInto(_ context.Context, _ string, variables []string, limit int) ([]causal.FactorLink, bool, error) {
	links := map[string]causal.FactorLink{}
	for _, c := range l.contributions {
		for _, s := range c.Supports {
			if s.Relation != episodic.RelationCorrelates && slices.Contains(variables, s.Target.Variable) {
				links[s.Link()] = causal.FactorLink{Key: s.Link(), Source: s.Source, Target: s.Target, Relation: s.Relation}
			}
		}
	}
	var out []causal.FactorLink
	for _, key := range slices.Sorted(maps.Keys(links)) {
		out = append(out, links[key])
	}
	return out[:min(len(out), limit)], len(out) > limit, nil
}

func (l *layer) TellEpisodes(_ context.Context, _ string, keys []string, each func(patterns.EpisodeStates) error) (causal.Derivation, error) {
	if l.moves > 0 {
		l.moves--
		l.graph++
	}
	place := map[string]int{}
	for i, key := range keys {
		place[key] = i
	}
	for _, c := range l.contributions {
		e := patterns.EpisodeStates{Episode: c.Episode, Seen: c.Seen, Outcome: c.Outcome, Errors: c.Errors}
		for _, o := range c.Observations {
			if i, asked := place[o.Key()]; asked {
				e.States = append(e.States, causal.ToldState{Factor: i, Order: o.Order})
			}
		}
		if err := each(e); err != nil {
			return causal.Derivation{}, err
		}
	}
	return l.GetDerivation(context.Background(), "p")
}

// recording gives what an import records to a layer.
type recording struct{ *layer }

func (r recording) RecordAll(_ context.Context, _ string, episodes []episodic.Episode, _ bool, _ episodic.State) ([]episodic.Receipt, error) {
	receipts := make([]episodic.Receipt, len(episodes))
	for i, e := range episodes {
		p, err := episodic.Prepare(e)
		if err != nil {
			return nil, err
		}
		r.contributions = append(r.contributions, causal.Contribute(p.Episode, causal.Rules{}, nil))
		receipts[i] = episodic.Receipt{Episode: e.ID, Revision: 1, Change: episodic.ChangeCreated}
	}
	return receipts, nil
}

func (r recording) Revisions(context.Context, string, []string) (map[string][]episodic.Revision, error) {
	return nil, episodic.ErrProjectNotFound
}

// realLayer is the layer of the real episodes.
func realLayer(t *testing.T) *layer {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(enginetest.Data(t), "ai-agents", "episodes", "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no real episodes (%v)", err)
	}
	sources, _, err := ingest.Files(paths, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := &layer{graph: 1}
	if _, err := ingest.Import(t.Context(), recording{l}, ingest.Options{Project: "p"}, sources, nil); err != nil {
		t.Fatal(err)
	}
	if len(l.contributions) != len(paths) {
		t.Fatalf("%d of %d episodes", len(l.contributions), len(paths))
	}
	return l
}

// networkLayer is the layer of the 2,000 episodes of agentops_a, with its closed world declared.
func networkLayer(t *testing.T) *layer {
	t.Helper()
	file, err := os.Open(filepath.Join(enginetest.Data(t), "causal", "bn", "agentops_a", "episodes.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	l := &layer{graph: 1, closed: map[string]string{}}
	for _, name := range []string{"verbose_log", "flaky_env", "defect", "error", "recovery", "blocked"} {
		l.closed[name] = "no"
	}
	lines := bufio.NewScanner(unpacked)
	for lines.Scan() {
		var e episodic.Episode
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			t.Fatal(err)
		}
		p, err := episodic.Prepare(e)
		if err != nil {
			t.Fatal(err)
		}
		l.contributions = append(l.contributions, causal.Contribute(p.Episode, causal.Rules{}, nil))
	}
	if err := lines.Err(); err != nil || len(l.contributions) != 2_000 {
		t.Fatalf("%d episodes, %v", len(l.contributions), err)
	}
	return l
}
