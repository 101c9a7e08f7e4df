package graph_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/causeway-memory/causeway/causal/effect"
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/graph"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/jobs"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/validation"
	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"
)

func schema(t *testing.T) *ast.Schema {
	t.Helper()
	s, err := gqlparser.LoadSchema(&ast.Source{Name: "schema.graphqls", Input: graph.Schema})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// own returns the definitions that the contract makes itself, by name.
func own(t *testing.T) []*ast.Definition {
	var out []*ast.Definition
	for _, d := range schema(t).Types {
		if !d.BuiltIn {
			out = append(out, d)
		}
	}
	slices.SortFunc(out, func(a, b *ast.Definition) int { return strings.Compare(a.Name, b.Name) })
	return out
}

func TestSchema_EverythingIsDescribed(t *testing.T) {
	checked := 0
	check := func(where, description string) {
		if description == "" {
			return // tests/rules knows what needs none
		}
		checked++
		first, _, _ := strings.Cut(strings.TrimLeft(description, ".0123456789"), " ")
		switch {
		case !strings.HasSuffix(description, "."):
			t.Errorf("%s has no sentence that describes it: %q", where, description)
		case first != "" && unicode.IsLower(rune(first[0])):
			t.Errorf("%s: the description begins in lower case: %q", where, description)
		}
	}
	for _, d := range own(t) {
		check(d.Name, d.Description)
		for _, f := range d.Fields {
			if strings.HasPrefix(f.Name, "__") {
				continue
			}
			check(d.Name+"."+f.Name, f.Description)
			for _, a := range f.Arguments {
				check(d.Name+"."+f.Name+"("+a.Name+")", a.Description)
			}
		}
		for _, v := range d.EnumValues {
			check(d.Name+"."+v.Name, v.Description)
		}
	}
	if checked < 300 {
		t.Errorf("only %d descriptions were looked at", checked)
	}
}

func words[W ~string](all []W) []string {
	out := make([]string, len(all))
	for i, w := range all {
		out[i] = strings.ToUpper(string(w))
	}
	return out
}

func TestSchema_EnumsAreTheDomains(t *testing.T) {
	tests := map[string][]string{
		"Outcome":        words(episodic.Outcomes()),
		"DecisionType":   words(episodic.DecisionTypes()),
		"EventType":      words(episodic.EventTypes()),
		"Relation":       words(episodic.Relations()),
		"Basis":          words(episodic.Bases()),
		"JobState":       words(jobs.States()),
		"AuditAction":    words(audit.Actions()),
		"OccurrenceKind": words(episodic.Kinds()),

		"PatternCategory": words(patterns.Categories()),
		"PatternStatus":   words(patterns.Statuses()),
		"SuccessRule":     words(patterns.SuccessRules()),
		"PatternOperator": words(condition.Operators()),
		"PatternPeriod":   words(validation.Periods()),
		"PathMode": words([]paths.Mode{
			paths.ModeReachable, paths.ModeShortest, paths.ModeAllShortest, paths.ModeStrongest, paths.ModeKBest, paths.ModeAllSimple,
		}),
	}
	s := schema(t)
	for name, want := range tests {
		var got []string
		for _, v := range s.Types[name].EnumValues {
			got = append(got, v.Name)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-domain +schema):\n%s", name, diff)
		}
	}
}

// TestSchema_OccurrencesHaveTheTypesOfAll compares the words for occurrences with those for what they can be.
func TestSchema_OccurrencesHaveTheTypesOfAll(t *testing.T) {
	types := schema(t).Types
	all := map[string]bool{}
	for _, name := range []string{"DecisionType", "EventType", "Outcome"} {
		for _, v := range types[name].EnumValues {
			all[v.Name] = true
		}
	}
	var got []string
	for _, v := range types["OccurrenceType"].EnumValues {
		got = append(got, v.Name)
	}
	slices.Sort(got)
	if diff := cmp.Diff(slices.Sorted(maps.Keys(all)), got); diff != "" {
		t.Errorf("(-of all +of occurrences):\n%s", diff)
	}
}

func TestSchema_DefaultsAreTheDomains(t *testing.T) {
	types := schema(t).Types
	tests := []struct{ on, field, argument, want string }{
		{"Query", "episodes", "first", "20"},
		{"Occurrence", "causes", "maxDepth", "100"},
		{"Query", "factorCauses", "maxDepth", "3"},
		{"Query", "factorPath", "budget", "200"},
		{"Project", "causalGraph", "first", "100"},
		{"Query", "whatIf", "budget", "1000"},
		{"Query", "counterfactual", "budget", "1000"},
	}
	if episodic.DefaultPage != 20 || search.MaxShortestDepth != 100 || paths.DefaultReach != 3 || explain.DefaultBudget != 200 || paths.DefaultGraphLinks != 100 || effect.EffectBudget != 1000 {
		t.Fatal("the domain's defaults are others than those of this test")
	}
	for _, tt := range tests {
		if got := types[tt.on].Fields.ForName(tt.field).Arguments.ForName(tt.argument).DefaultValue.Raw; got != tt.want {
			t.Errorf("%s(%s) defaults to %s, the domain to %s", tt.field, tt.argument, got, tt.want)
		}
	}
}

func TestSchema_ConnectionsAreRelays(t *testing.T) {
	s := schema(t)
	connections := 0
	for _, d := range own(t) {
		name, ok := strings.CutSuffix(d.Name, "Connection")
		if !ok {
			continue
		}
		connections++
		if got := d.Fields.ForName("edges").Type.String(); got != "["+name+"Edge!]!" {
			t.Errorf("%s.edges is %s", d.Name, got)
		}
		if got := d.Fields.ForName("pageInfo").Type.String(); got != "PageInfo!" {
			t.Errorf("%s.pageInfo is %s", d.Name, got)
		}
		edge := s.Types[name+"Edge"]
		if edge.Fields.ForName("cursor").Type.String() != "String!" || edge.Fields.ForName("node") == nil {
			t.Errorf("%s is no edge", edge.Name)
		}
		if got := d.Fields.ForName("nodes").Type.String(); got != "["+edge.Fields.ForName("node").Type.String()+"]!" {
			t.Errorf("%s.nodes is %s", d.Name, got)
		}
	}
	for _, f := range s.Query.Fields {
		paged := strings.HasSuffix(f.Type.NamedType, "Connection")
		if paged != (f.Arguments.ForName("after") != nil && f.Arguments.ForName("first") != nil) {
			t.Errorf("Query.%s and its arguments disagree on being paged", f.Name)
		}
	}
	if connections != 20 {
		t.Errorf("%d connections, want 20", connections)
	}
}

func TestSchema_OneFailureLeavesTheOtherFields(t *testing.T) {
	s := schema(t)
	for _, root := range []*ast.Definition{s.Query, s.Mutation} {
		for _, f := range root.Fields {
			if f.Type.NonNull && !strings.HasPrefix(f.Name, "__") {
				t.Errorf("%s.%s is never null: when it fails, so does everything beside it", root.Name, f.Name)
			}
		}
	}
}

func TestSchema_NodesHaveGlobalIDs(t *testing.T) {
	s := schema(t)
	var got []string
	for _, d := range s.PossibleTypes["Node"] {
		if d.Kind != ast.Object {
			continue
		}
		got = append(got, d.Name)
		if d.Fields.ForName("id").Type.String() != "ID!" {
			t.Errorf("%s.id is %s", d.Name, d.Fields.ForName("id").Type)
		}
	}
	slices.Sort(got)
	if diff := cmp.Diff([]string{"Decision", "Episode", "EpisodeOutcome", "Event", "Factor", "FactorLink", "Job", "Pattern", "Project", "Reference"}, got); diff != "" {
		t.Errorf("nodes (-want +got):\n%s", diff)
	}
}

func TestSchema_TheWorkedQuestionsFitIt(t *testing.T) {
	for _, q := range examples.Questions() {
		if _, err := gqlparser.LoadQueryWithRules(schema(t), q.Query, rules.NewDefaultRules()); err != nil {
			t.Errorf("the question %q: %v", q.Name, err)
		}
	}
}
