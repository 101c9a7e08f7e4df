package storetest

import (
	"context"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// CheckFactors derives what is pending in a project and compares its factor layer with a model built
// from the project's episodes, rules and statements. Then it rebuilds the layer, which must give the
// same.
func CheckFactors(t testing.TB, s Set, project string) {
	t.Helper()
	service := memory.NewCauses(memory.CauseParts{Links: s.Graph, Occurrences: s.Graph, Factors: s.Factors}, time.Now)
	must(t, service.Derive.Derive(t.Context(), project, nil))
	compareFactors(t, s, project)
	before, err := service.Derive.Fingerprint(t.Context(), project)
	must(t, err)
	must(t, service.Derive.Rebuild(t.Context(), project, nil))
	after, err := service.Derive.Fingerprint(t.Context(), project)
	must(t, err)
	if before != after {
		t.Errorf("the fingerprint is %s, and %s after all was derived anew", before, after)
	}
	compareFactors(t, s, project)
}

// compareFactors compares every answer about a project with the model's.
func compareFactors(t testing.TB, s Set, project string) {
	t.Helper()
	m := newModel()
	var last []episodic.Prepared
	for _, h := range (&fixture{Set: s}).histories(t, project) {
		if h.DeletedAt.IsZero() {
			last = append(last, h.Last)
		}
	}
	m.create(project, day())
	_, err := m.RecordEpisodes(t.Context(), project, last, false, day())
	must(t, err)
	rules, err := s.Factors.GetRules(t.Context(), project)
	must(t, err)
	statements, err := s.Factors.ListStatements(t.Context(), project, episodic.Page{Limit: everything})
	must(t, err)
	p := m.projects[project]
	p.changeRules(rules)
	p.stateLinks(statements)
	p.refreshSome(everything)
	want, got := &world{factors: m, exact: project}, &world{factors: keeper{s.Factors}, exact: project}
	for _, c := range []Command{
		Layer{Size: 500},
		RulesAndStatements{Size: 500},
		LinkEvidence{Many: 10, Cells: allCells(), Stated: true, Size: 100},
		LinksAt{Factors: p.identities(), Direction: search.Upstream, Limit: 5},
		ByName{Factors: p.identities()[:min(len(p.layer().factors), 10)], Size: 100},
	} {
		compareAnswers(t, c, want, got)
	}
}

func compareAnswers(t testing.TB, c Command, want, got *world) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context())
	if diff := cmp.Diff(want.ask(ctx, c), got.ask(ctx, c), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%T is answered otherwise (-want +got):\n%s", c, diff)
	}
}

func allCells() []link.Cell {
	return []link.Cell{{Source: true, Target: true}, {Source: true}, {Target: true}, {}}
}

// identities returns the factors of the layer, by key.
func (p *held) identities() []factor.Identity {
	all, err := layerReads{func(string) view { return view{factorLayer: p.layer()} }}.ListFactors(
		context.Background(), layer.FactorQuery{Page: episodic.Page{Limit: everything}})
	if err != nil {
		return nil
	}
	var out []factor.Identity
	for _, f := range all {
		out = append(out, f.Identity)
	}
	return out
}
