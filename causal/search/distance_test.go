package search_test

import (
	"testing"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/google/go-cmp/cmp"
)

func TestDistances(t *testing.T) {
	next := map[string][]string{"a": {"b", "c"}, "b": {"d", "a"}, "c": {"d", "d"}, "d": {"e"}, "x": {"a"}}
	for _, c := range []struct {
		why    string
		starts []string
		want   map[string]int
	}{
		{"the shortest way counts; what leads to a start is out of reach", []string{"a"}, map[string]int{"a": 0, "b": 1, "c": 1, "d": 2, "e": 3}},
		{"from the nearest of several starts, even a repeated one", []string{"a", "d", "a"}, map[string]int{"a": 0, "b": 1, "c": 1, "d": 0, "e": 1}},
		{"a start without links", []string{"e"}, map[string]int{"e": 0}},
		{"no start", nil, map[string]int{}},
	} {
		if diff := cmp.Diff(c.want, search.Distances(c.starts, next)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
	}
}
