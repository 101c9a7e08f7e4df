package causal_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// listing is a factor store that only lists what is put into it.
type listing struct {
	causal.FactorStore

	state     causal.Derivation
	rules     causal.Rules
	variables []causal.Variable
	factors   []causal.Factor
	links     []causal.FactorLink
	// fails is what every read gives.
	fails error
}

func (s *listing) service() *causal.Service {
	slices.SortFunc(s.factors, func(a, b causal.Factor) int { return strings.Compare(a.Key(), b.Key()) })
	slices.SortFunc(s.links, func(a, b causal.FactorLink) int { return strings.Compare(a.Key, b.Key) })
	return causal.NewService(causal.Parts{Factors: s, Occurrences: knownProject{}}, time.Now)
}

func (s *listing) GetDerivation(context.Context, string) (causal.Derivation, error) {
	return s.state, s.fails
}

func (s *listing) GetRules(context.Context, string) (causal.Rules, error) { return s.rules, s.fails }

func (s *listing) ListVariables(context.Context, string, []string) ([]causal.Variable, error) {
	return s.variables, s.fails
}

func (s *listing) ListFactors(_ context.Context, q causal.FactorQuery) ([]causal.Factor, error) {
	return page(s.factors, q.Page, causal.Factor.Key), s.fails
}

func (s *listing) ListFactorLinks(_ context.Context, q causal.FactorLinkQuery) ([]causal.FactorLink, error) {
	return page(s.links, q.Page, func(l causal.FactorLink) string { return l.Key }), s.fails
}

func page[T any](all []T, p episodic.Page, key func(T) string) []T {
	from := 0
	for from < len(all) && key(all[from]) <= p.After {
		from++
	}
	return all[from:min(from+p.Limit, len(all))]
}

// event is a factor of an event in so many episodes.
func event(label string, episodes int) causal.Factor {
	return causal.Factor{
		Identity: identity(label, causal.StateOccurred), Outcomes: causal.OutcomeCounts{Success: episodes},
		Kinds: causal.KindCounts{Event: episodes},
	}
}

// derived is a link that so many episodes state on a basis, with counts.
func derived(source, target causal.Factor, evidence causal.BasisCounts, c causal.PairCounts) causal.FactorLink {
	return causal.FactorLink{
		Key:    causal.FactorLinkKey(source.Key(), episodic.RelationCauses, target.Key()),
		Source: source.Identity, Target: target.Identity, Relation: episodic.RelationCauses,
		Evidence: evidence, Pair: c, Measure: causal.Measured(episodic.RelationCauses, c),
	}
}

func TestQuality_Figures(t *testing.T) {
	push, fail, alone, empty := event("milestone: pushed it", 4), event("error: it failed", 2), event("test: never linked", 1), event("commit: Commit: <sha>", 9)
	clear, flat := causal.PairCounts{N11: 40, N10: 5, N01: 5, N00: 40, Forward: 5, Backward: 30}, causal.PairCounts{N11: 20, N10: 20, N01: 20, N00: 20}
	s := &listing{
		state:     causal.Derivation{Episodes: 10, SelfLinks: 3},
		variables: []causal.Variable{{Name: causal.VariableOutcome, Recorded: 7}},
		factors:   []causal.Factor{push, fail, alone, empty, {Identity: identity("a", "b"), Statements: 1}},
		links: []causal.FactorLink{
			derived(push, fail, causal.BasisCounts{Temporal: 2}, causal.PairCounts{N11: 2}),
			derived(empty, fail, causal.BasisCounts{Temporal: 1}, flat),
			derived(fail, empty, causal.BasisCounts{Stated: 1, Temporal: 4}, clear),
		},
	}
	got, err := s.service().Quality(t.Context(), "p")
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string][2]int{
		"factors": {got.Factors, 5}, "isolated": {got.Isolated, 2}, "once": {got.Once, 1}, "degenerate": {got.DegenerateCount, 1},
		"links": {got.Links, 3}, "repeated": {got.Repeated, 2}, "only temporal": {got.OnlyTemporal, 2}, "unmeasured": {got.Unmeasured, 1},
		"unsupported": {got.Unsupported, 1}, "ambiguous": {got.Ambiguous, 1}, "unknown outcomes": {got.UnknownOutcomes, 3}, "self links": {got.Derivation.SelfLinks, 3},
	} {
		if c[0] != c[1] {
			t.Errorf("%s: %d, want %d", what, c[0], c[1])
		}
	}
	if got.Hub == nil || got.Hub.Factor != fail.Identity || got.Hub.Links != 3 {
		t.Errorf("hub %+v", got.Hub)
	}
	if want := []causal.Factor{empty}; !reflect.DeepEqual(got.Degenerate, want) {
		t.Errorf("degenerate %+v", got.Degenerate)
	}
	if want := []causal.KindTotal{{"decision", 0}, {"event", 4}, {"outcome", 0}, {"context", 0}, {"stated", 1}}; !slices.Equal(got.Kinds, want) {
		t.Errorf("kinds %v", got.Kinds)
	}
	if want := []causal.RelationTotal{{"causes", 3}, {"enables", 0}, {"prevents", 0}, {"correlates", 0}}; !slices.Equal(got.Relations, want) {
		t.Errorf("relations %v", got.Relations)
	}
	bases := map[episodic.Basis]int{}
	for _, b := range got.Bases {
		bases[b.Basis] = b.Links
	}
	if want := map[episodic.Basis]int{"stated": 1, "extracted": 0, "temporal": 3, "measured": 1}; !maps.Equal(bases, want) {
		t.Errorf("bases %v", bases)
	}
}

// codes are the codes of an advice, in their order.
func codes(list []causal.Advice) string {
	var out []string
	for _, a := range list {
		out = append(out, string(a.Code))
	}
	return strings.Join(out, " ")
}

func TestQuality_Advice(t *testing.T) {
	a, b, c := event("milestone: a thing", 5), event("milestone: another thing", 5), event("commit: <sha>", 5)
	known := []causal.Variable{{Name: causal.VariableOutcome, Recorded: 10}}
	ten := causal.Derivation{Episodes: 10}
	good := derived(a, b, causal.BasisCounts{Stated: 5}, causal.PairCounts{N11: 40, N10: 5, N01: 5, N00: 40})
	for _, one := range []struct {
		why  string
		s    listing
		want string
	}{
		{"nothing at all", listing{}, "EMPTY"},
		{"nothing yet", listing{state: causal.Derivation{Underived: 7}}, "EMPTY UNDERIVED"},
		{"no links", listing{state: ten, variables: known, factors: []causal.Factor{a, b}}, "NO_LINKS"},
		{"as it should be", listing{state: ten, variables: known, factors: []causal.Factor{a, b}, links: []causal.FactorLink{good}}, "GOOD"},
		{"a part is missing", listing{state: causal.Derivation{Episodes: 10, Underived: 1}, variables: known, factors: []causal.Factor{a, b}, links: []causal.FactorLink{good}}, "UNDERIVED"},
		{"time alone, once, without comparison", listing{state: ten, variables: known, factors: []causal.Factor{a, b}, links: []causal.FactorLink{
			derived(a, b, causal.BasisCounts{Temporal: 1}, causal.PairCounts{N11: 1}),
		}}, "ONLY_TEMPORAL FEW_REPEATED UNMEASURED"},
		{"not borne out, and backwards", listing{state: ten, variables: known, factors: []causal.Factor{a, b}, links: []causal.FactorLink{
			derived(a, b, causal.BasisCounts{Stated: 5}, causal.PairCounts{N11: 20, N10: 20, N01: 20, N00: 20, Backward: 20}),
		}}, "UNSUPPORTED AMBIGUOUS_DIRECTION"},
		{"outcomes are missing", listing{state: ten, factors: []causal.Factor{a, b}, links: []causal.FactorLink{good}}, "UNKNOWN_OUTCOMES"},
		{"single factors, without links", listing{state: ten, variables: known, factors: []causal.Factor{a, b, event("test: x y", 1), event("test: x z", 1)}, links: []causal.FactorLink{good}}, "ONCE ISOLATED"},
		{"a hub that says nothing, and links to itself", listing{state: causal.Derivation{Episodes: 10, SelfLinks: 9}, variables: known, factors: []causal.Factor{a, c}, links: []causal.FactorLink{
			derived(a, c, causal.BasisCounts{Stated: 5}, causal.PairCounts{N11: 40, N10: 5, N01: 5, N00: 40}),
		}}, "DEGENERATE SELF_LINKS"},
	} {
		got, err := one.s.service().Quality(t.Context(), "p")
		if err != nil {
			t.Fatal(err)
		}
		if codes(got.Advice) != one.want {
			t.Errorf("%s: %s, want %s", one.why, codes(got.Advice), one.want)
		}
		for _, a := range got.Advice {
			if a.Text == "" || strings.Contains(a.Text, "%!") {
				t.Errorf("%s: %q", one.why, a.Text)
			}
		}
	}
}

func TestQuality_LargeHub(t *testing.T) {
	hub := event("milestone: in the middle", 60)
	s := &listing{state: causal.Derivation{Episodes: 60}, variables: []causal.Variable{{Name: causal.VariableOutcome, Recorded: 60}}, factors: []causal.Factor{hub}}
	for i := range 5_000 {
		f := event(fmt.Sprintf("milestone: leaf %d of it", i), 2)
		s.factors = append(s.factors, f)
		s.links = append(s.links, derived(hub, f, causal.BasisCounts{Stated: 2}, causal.PairCounts{N11: 40, N10: 5, N01: 5, N00: 40}))
	}
	got, err := s.service().Quality(t.Context(), "p")
	if err != nil {
		t.Fatal(err)
	}
	if got.Factors != 5_001 || got.Links != 5_000 || got.Hub == nil || got.Hub.Links != 5_000 || codes(got.Advice) != "HUB" {
		t.Errorf("over many pages: %d factors, %d links, hub %+v, %s", got.Factors, got.Links, got.Hub, codes(got.Advice))
	}
	if !strings.Contains(got.Advice[0].Text, "100 %") || !strings.Contains(got.Advice[0].Text, hub.Label()) {
		t.Errorf("advice %q", got.Advice[0].Text)
	}
}

func TestQuality_Failure(t *testing.T) {
	s := &listing{fails: episodic.ErrTimeout}
	if _, err := s.service().Quality(t.Context(), "p"); !errors.Is(err, episodic.ErrTimeout) {
		t.Errorf("quality: %v", err)
	}
	if _, err := s.service().Suggestions(t.Context(), causal.SuggestionQuery{Project: "p"}); !errors.Is(err, episodic.ErrTimeout) {
		t.Errorf("suggestions: %v", err)
	}
}

func TestDegenerate(t *testing.T) {
	chosen := func(variable, state string) causal.Factor {
		return causal.Factor{Identity: identity(variable, state), Outcomes: causal.OutcomeCounts{Success: 1}, Kinds: causal.KindCounts{Decision: 1}}
	}
	for _, c := range []struct {
		why    string
		factor causal.Factor
		want   bool
	}{
		{"a text", event("milestone: fix", 1), false},
		{"masks only", event("test: <n>/<n> (<n>%)", 1), true},
		{"the type again, and masks", event("commit: Commit: <sha>", 1), true},
		{"a type without a text", event("milestone", 1), true},
		{"a name of the writer's", event("out of memory", 1), false},
		{"marks only", event("...", 1), true},
		{"a text in brackets that is no mask", event("test: <body>", 1), false},
		{"a state", chosen("retry", "yes"), false},
		{"a state that repeats its variable", chosen("retry", "Retry"), true},
		{"a masked state", chosen("retry", "<n>"), true},
		{"no context", chosen("", "yes"), true},
		{"an outcome is what it is", causal.Factor{Identity: identity("outcome", "outcome"), Outcomes: causal.OutcomeCounts{Success: 1}, Kinds: causal.KindCounts{Outcome: 1}}, false},
	} {
		if got := causal.Degenerate(c.factor); got != c.want {
			t.Errorf("%s (%s): %t", c.why, c.factor.Label(), got)
		}
	}
}
