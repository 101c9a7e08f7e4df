package curate_test

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/curate"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// derived is a link that so many episodes state on a basis, with counts.
func derived(source, target factor.Factor, evidence link.BasisCounts, c link.PairCounts) link.FactorLink {
	return link.FactorLink{
		Key:    link.FactorLinkKey(source.Key(), episodic.RelationCauses, target.Key()),
		Source: source.Identity, Target: target.Identity, Relation: episodic.RelationCauses,
		Evidence: evidence, Pair: c, Measure: link.Measured(episodic.RelationCauses, c),
	}
}

func TestQuality_Figures(t *testing.T) {
	push, fail, alone, empty := causaltest.Event("milestone: pushed it", 4), causaltest.Event("error: it failed", 2), causaltest.Event("test: never linked", 1), causaltest.Event("commit: Commit: <id>", 9)
	clear, flat := link.PairCounts{N11: 40, N10: 5, N01: 5, N00: 40, Forward: 5, Backward: 30}, link.PairCounts{N11: 20, N10: 20, N01: 20, N00: 20}
	s := &causaltest.Listing{
		State:     layer.Derivation{Episodes: 10, SelfLinks: 3},
		Variables: []factor.Variable{{Name: factor.VariableOutcome, Recorded: 7}},
		Factors:   []factor.Factor{push, fail, alone, empty, {Identity: causaltest.Identity("a", "b"), Statements: 1}},
		Links: []link.FactorLink{
			derived(push, fail, link.BasisCounts{Temporal: 2}, link.PairCounts{N11: 2}),
			derived(empty, fail, link.BasisCounts{Temporal: 1}, flat),
			derived(fail, empty, link.BasisCounts{Stated: 1, Temporal: 4}, clear),
		},
	}
	got, err := s.Service().Curate.Quality(t.Context(), "p")
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
	if want := []factor.Factor{empty}; !reflect.DeepEqual(got.Degenerate, want) {
		t.Errorf("degenerate %+v", got.Degenerate)
	}
	if want := []curate.KindTotal{{Kind: "decision", Factors: 0}, {Kind: "event", Factors: 4}, {Kind: "outcome", Factors: 0}, {Kind: "context", Factors: 0}, {Kind: "stated", Factors: 1}}; !slices.Equal(got.Kinds, want) {
		t.Errorf("kinds %v", got.Kinds)
	}
	if want := []curate.RelationTotal{{Relation: "causes", Links: 3}, {Relation: "enables", Links: 0}, {Relation: "prevents", Links: 0}, {Relation: "correlates", Links: 0}}; !slices.Equal(got.Relations, want) {
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
func codes(list []curate.Advice) string {
	var out []string
	for _, a := range list {
		out = append(out, string(a.Code))
	}
	return strings.Join(out, " ")
}

func TestQuality_Advice(t *testing.T) {
	a, b, c := causaltest.Event("milestone: a thing", 5), causaltest.Event("milestone: another thing", 5), causaltest.Event("commit: <id>", 5)
	known := []factor.Variable{{Name: factor.VariableOutcome, Recorded: 10}}
	ten := layer.Derivation{Episodes: 10}
	good := derived(a, b, link.BasisCounts{Stated: 5}, link.PairCounts{N11: 40, N10: 5, N01: 5, N00: 40})
	for _, one := range []struct {
		why  string
		s    causaltest.Listing
		want string
	}{
		{"nothing at all", causaltest.Listing{}, "EMPTY"},
		{"nothing yet", causaltest.Listing{State: layer.Derivation{Underived: 7}}, "EMPTY UNDERIVED"},
		{"no links", causaltest.Listing{State: ten, Variables: known, Factors: []factor.Factor{a, b}}, "NO_LINKS"},
		{"as it should be", causaltest.Listing{State: ten, Variables: known, Factors: []factor.Factor{a, b}, Links: []link.FactorLink{good}}, "GOOD"},
		{"a part is missing", causaltest.Listing{State: layer.Derivation{Episodes: 10, Underived: 1}, Variables: known, Factors: []factor.Factor{a, b}, Links: []link.FactorLink{good}}, "UNDERIVED"},
		{"time alone, once, without comparison", causaltest.Listing{State: ten, Variables: known, Factors: []factor.Factor{a, b}, Links: []link.FactorLink{
			derived(a, b, link.BasisCounts{Temporal: 1}, link.PairCounts{N11: 1}),
		}}, "ONLY_TEMPORAL FEW_REPEATED UNMEASURED"},
		{"not borne out, and backwards", causaltest.Listing{State: ten, Variables: known, Factors: []factor.Factor{a, b}, Links: []link.FactorLink{
			derived(a, b, link.BasisCounts{Stated: 5}, link.PairCounts{N11: 20, N10: 20, N01: 20, N00: 20, Backward: 20}),
		}}, "UNSUPPORTED AMBIGUOUS_DIRECTION"},
		{"outcomes are missing", causaltest.Listing{State: ten, Factors: []factor.Factor{a, b}, Links: []link.FactorLink{good}}, "UNKNOWN_OUTCOMES"},
		{"single factors, without links", causaltest.Listing{State: ten, Variables: known, Factors: []factor.Factor{a, b, causaltest.Event("test: x y", 1), causaltest.Event("test: x z", 1)}, Links: []link.FactorLink{good}}, "ONCE ISOLATED"},
		{"a hub that says nothing, and links to itself", causaltest.Listing{State: layer.Derivation{Episodes: 10, SelfLinks: 9}, Variables: known, Factors: []factor.Factor{a, c}, Links: []link.FactorLink{
			derived(a, c, link.BasisCounts{Stated: 5}, link.PairCounts{N11: 40, N10: 5, N01: 5, N00: 40}),
		}}, "DEGENERATE SELF_LINKS"},
	} {
		got, err := one.s.Service().Curate.Quality(t.Context(), "p")
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
	hub := causaltest.Event("milestone: in the middle", 60)
	s := &causaltest.Listing{State: layer.Derivation{Episodes: 60}, Variables: []factor.Variable{{Name: factor.VariableOutcome, Recorded: 60}}, Factors: []factor.Factor{hub}}
	for i := range 5_000 {
		f := causaltest.Event(fmt.Sprintf("milestone: leaf %d of it", i), 2)
		s.Factors = append(s.Factors, f)
		s.Links = append(s.Links, derived(hub, f, link.BasisCounts{Stated: 2}, link.PairCounts{N11: 40, N10: 5, N01: 5, N00: 40}))
	}
	got, err := s.Service().Curate.Quality(t.Context(), "p")
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
	s := &causaltest.Listing{Fails: episodic.ErrTimeout}
	if _, err := s.Service().Curate.Quality(t.Context(), "p"); !errors.Is(err, episodic.ErrTimeout) {
		t.Errorf("quality: %v", err)
	}
	if _, err := s.Service().Curate.Suggestions(t.Context(), curate.SuggestionQuery{Project: "p"}); !errors.Is(err, episodic.ErrTimeout) {
		t.Errorf("suggestions: %v", err)
	}
}

func TestDegenerate(t *testing.T) {
	chosen := func(variable, state string) factor.Factor {
		return factor.Factor{Identity: causaltest.Identity(variable, state), Outcomes: factor.OutcomeCounts{Success: 1}, Kinds: factor.KindCounts{Decision: 1}}
	}
	for _, c := range []struct {
		why    string
		factor factor.Factor
		want   bool
	}{
		{"a text", causaltest.Event("milestone: fix", 1), false},
		{"masks only", causaltest.Event("test: <n>/<n> (<n>%)", 1), true},
		{"the type again, and masks", causaltest.Event("commit: Commit: <id>", 1), true},
		{"a type without a text", causaltest.Event("milestone", 1), true},
		{"a name of the writer's", causaltest.Event("out of memory", 1), false},
		{"marks only", causaltest.Event("...", 1), true},
		{"a text in brackets that is no mask", causaltest.Event("test: <body>", 1), false},
		{"a state", chosen("retry", "yes"), false},
		{"a state that repeats its variable", chosen("retry", "Retry"), true},
		{"a masked state", chosen("retry", "<n>"), true},
		{"no context", chosen("", "yes"), true},
		{"an outcome is what it is", factor.Factor{Identity: causaltest.Identity("outcome", "outcome"), Outcomes: factor.OutcomeCounts{Success: 1}, Kinds: factor.KindCounts{Outcome: 1}}, false},
	} {
		if got := curate.Degenerate(c.factor); got != c.want {
			t.Errorf("%s (%s): %t", c.why, c.factor.Label(), got)
		}
	}
}
