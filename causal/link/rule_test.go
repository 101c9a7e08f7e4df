package link_test

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/link"
)

func TestRuleOf(t *testing.T) {
	for note, want := range map[string]string{
		"value-flow/1 from e001 to d002: id b17": "value-flow/1",
		"due-to/12: The ferry was late":          "due-to/12",
		"order/1":                                "order/1",
		"":                                       "",
		"see PR/12 for it":                       "",
		"a/b/c is the file":                      "",
		"1/2 of them":                            "",
		"/1 from a to b":                         "",
		"rule/ from":                             "",
		"Value/1 from a":                         "",
	} {
		if got := link.RuleOf(note); got != want {
			t.Errorf("%q: %q, want %q", note, got, want)
		}
	}
	if got := link.TotalRules(map[string]int{"b/1": 2, "a/1": 2, "c/1": 5}); !slices.Equal(got, []link.RuleTotal{{Rule: "c/1", Links: 5}, {Rule: "a/1", Links: 2}, {Rule: "b/1", Links: 2}}) {
		t.Errorf("%+v", got)
	}
}
