package sqlitestore_test

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/patterns"
)

// ran notes the statements that a store runs.
type ran struct {
	mu         sync.Mutex
	statements []string
}

func (r *ran) note(_ context.Context, statement string, _ time.Duration, _ error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.statements = append(r.statements, statement)
}

// derived reports whether episodes were derived since it was last asked.
func (r *ran) derived() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	defer func() { r.statements = nil }()
	return slices.Contains(r.statements, "record_contribution")
}

func openNoting(t *testing.T, path string) (*sqlitestore.Store, *ran) {
	t.Helper()
	r := &ran{}
	s, err := sqlitestore.Open(sqlitestore.Options{Path: path, OnStatement: r.note})
	must(t, err)
	must(t, s.Migrate(t.Context()))
	return s, r
}

// TestStore_derivesAfterTheWrite: a write leaves its factors to the next reader, also beyond the end of the process.
func TestStore_derivesAfterTheWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	s, r := openNoting(t, path)
	record(t, s, "p", choosing(t, 1, 1), choosing(t, 2, 2))
	if r.derived() {
		t.Error("the write derived")
	}
	must(t, s.Close(t.Context()))
	s, r = openNoting(t, path)
	defer func() { must(t, s.Close(t.Context())) }()
	waiting, err := s.ListUncounted(t.Context(), 10)
	must(t, err)
	if !slices.Equal(waiting, []string{"p"}) {
		t.Errorf("%v wait after the end of the process", waiting)
	}
	d, err := s.GetDerivation(t.Context(), "p")
	must(t, err)
	if d.Episodes != 2 || d.Underived != 0 || !r.derived() {
		t.Errorf("the reader got %+v", d)
	}
	must(t, s.CountUncounted(t.Context(), "p"))
	if waiting, err = s.ListUncounted(t.Context(), 10); err != nil || len(waiting) > 0 {
		t.Errorf("%v wait in the end, %v", waiting, err)
	}
}

// TestStore_everyReaderDerives: whoever reads the layer, what follows from it, or changes it, first gets what was written.
func TestStore_everyReaderDerives(t *testing.T) {
	s, r := openNoting(t, filepath.Join(t.TempDir(), "causeway.db"))
	defer func() { must(t, s.Close(t.Context())) }()
	ctx, page := t.Context(), episodic.Page{Limit: 10}
	pattern, key := patterns.KeyOf("p"), identity("tool").Key()
	paths := search.FactorSearch{Project: "p", From: []string{key}, To: []string{"other"}, Depth: 2, Limit: 10}
	first := func(_ any, err error) error { return err }
	second := func(_, _ any, err error) error { return err }
	reads := map[string]func() error{
		"GetFactors":             func() error { return first(s.GetFactors(ctx, "p", []string{key})) },
		"ListFactors":            func() error { return first(s.ListFactors(ctx, layer.FactorQuery{Project: "p", Page: page})) },
		"CountFactors":           func() error { return first(s.CountFactors(ctx, layer.FactorQuery{Project: "p"})) },
		"ListVariables":          func() error { return first(s.ListVariables(ctx, "p", nil)) },
		"ListRecurringVariables": func() error { return second(s.ListRecurringVariables(ctx, "p", 2)) },
		"ListInstances":          func() error { return first(s.ListInstances(ctx, "p", key, page)) },
		"CountInstances":         func() error { return first(s.CountInstances(ctx, "p", key)) },
		"FactorsOf":              func() error { return first(s.FactorsOf(ctx, "p", []string{"c1/d"})) },
		"GetFactorLinks":         func() error { return first(s.GetFactorLinks(ctx, "p", []string{"k"})) },
		"ListFactorLinks":        func() error { return first(s.ListFactorLinks(ctx, layer.FactorLinkQuery{Project: "p", Page: page})) },
		"CountFactorLinks":       func() error { return first(s.CountFactorLinks(ctx, layer.FactorLinkQuery{Project: "p"})) },
		"LinksInto":              func() error { return second(s.LinksInto(ctx, "p", []string{"outcome"}, 10)) },
		"ShortestFactorPath":     func() error { return first(s.ShortestFactorPath(ctx, paths)) },
		"FactorSubgraph":         func() error { return second(s.FactorSubgraph(ctx, paths)) },
		"CommonSupport":          func() error { return first(s.CommonSupport(ctx, "p", [][]string{{"k"}}, time.Time{}, 1)) },
		"ListEvidence": func() error {
			return first(s.ListEvidence(ctx, link.EvidenceQuery{Project: "p", Link: "k", Page: page}))
		},
		"CountEvidence": func() error { return first(s.CountEvidence(ctx, link.EvidenceQuery{Project: "p", Link: "k"})) },
		"CountSupports": func() error { return first(s.CountSupports(ctx, "p", []string{"k"}, time.Time{})) },
		"StatesOf":      func() error { return first(s.StatesOf(ctx, "p", []string{"tool"})) },
		"ScanStates": func() error {
			return first(s.ScanStates(ctx, layer.StatesQuery{Project: "p"}, func(layer.EpisodeStates) error { return nil }))
		},
		"GetDerivation": func() error { return first(s.GetDerivation(ctx, "p")) },
		"GetRules":      func() error { return first(s.GetRules(ctx, "p")) },
		"GetPatterns":   func() error { return first(s.GetPatterns(ctx, "p", []string{pattern})) },
		"ListPatterns":  func() error { return first(s.ListPatterns(ctx, patterns.Query{Project: "p", Page: page})) },
		"CountPatterns": func() error { return first(s.CountPatterns(ctx, patterns.Query{Project: "p"})) },
		"Indexed":       func() error { return second(s.Indexed(ctx, "p", []string{"x"}, nil, 1)) },
		"ListPatternEvidence": func() error {
			return first(s.ListPatternEvidence(ctx, patterns.EvidenceQuery{Project: "p", Pattern: pattern, Page: page}))
		},
		"CountPatternEvidence": func() error {
			return first(s.CountPatternEvidence(ctx, patterns.EvidenceQuery{Project: "p", Pattern: pattern}))
		},
		"ScanApplications": func() error { return s.ScanApplications(ctx, "p", nil) },
		"ListChanges":      func() error { return first(s.ListChanges(ctx, "p", pattern, page)) },
		"CountChanges":     func() error { return first(s.CountChanges(ctx, "p", pattern)) },
		"ChangeFactors":    func() error { return s.ChangeFactors(ctx, "p", false, day, func(derive.Tx) error { return nil }) },
		"ChangePatterns":   func() error { return s.ChangePatterns(ctx, "p", false, day, func(patterns.Tx) error { return nil }) },
		"RefreshSome":      func() error { return first(s.RefreshSome(ctx, "p", 1)) },
		"CountUncounted":   func() error { return s.CountUncounted(ctx, "p") },
		"CountPairs": func() error {
			return first(s.CountPairs(ctx, "p", []link.Pair{{Source: identity("a"), Target: identity("b")}}, time.Time{}))
		},
		"FindJoined": func() error { return first(s.FindJoined(ctx, "p", []search.Joint{{}}, time.Time{})) },
		"FactorLinksAt": func() error {
			return first(s.FactorLinksAt(ctx, "p", []string{key}, search.Upstream, search.FactorFollow{}, 1))
		},
		"ScanEpisodes": func() error {
			return first(s.ScanEpisodes(ctx, "p", nil, func(patterns.EpisodeStates) error { return nil }))
		},
	}
	n := 0
	for name, read := range reads {
		n++
		record(t, s, "p", choosing(t, n, n))
		if r.derived() {
			t.Fatalf("the write before %s derived", name)
		}
		if err := read(); err != nil || !r.derived() {
			t.Errorf("%s did not derive what was written before it: %v", name, err)
		}
	}
	var rules contribution.Rules
	rules, err := s.GetRules(ctx, "p")
	if must(t, err); len(rules.Merges) > 0 || r.derived() {
		t.Error("a reader derives although nothing waits")
	}
}

// TestStore_largeWritesDerive: a write after which much waits derives before it returns, so that no reader has to wait long.
func TestStore_largeWritesDerive(t *testing.T) {
	s, r := openNoting(t, filepath.Join(t.TempDir(), "causeway.db"))
	defer func() { must(t, s.Close(t.Context())) }()
	var batch []episodic.Prepared
	for n := range 2_501 { // of two each
		batch = append(batch, choosing(t, n, n%7))
	}
	record(t, s, "p", batch[:100]...)
	if r.derived() {
		t.Error("a small write derived")
	}
	record(t, s, "p", batch[100:]...)
	if !r.derived() {
		t.Error("a large write did not derive")
	}
	if d, err := s.GetDerivation(t.Context(), "p"); err != nil || d.Episodes != len(batch) || r.derived() {
		t.Errorf("after the large write %+v, %v", d, err)
	}
}
