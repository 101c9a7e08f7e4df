package catalog_test

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/patternstest"
)

// A path has as many leads as the least number of steps that a plain search over all pairs finds,
// each step of it was stated, and what lies too far is not found.
func TestPath_LikeAllPairs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 7).Draw(t, "patterns")
		all := make([]patterns.Pattern, n)
		for i := range all {
			all[i] = patternstest.Validated(name(i), condition.Applicability{})
		}
		distance := pairs(n)
		for range rapid.IntRange(0, 2*n).Draw(t, "leads") {
			i, j := rapid.IntRange(0, n-1).Draw(t, "from"), rapid.IntRange(0, n-1).Draw(t, "to")
			if i == j {
				continue
			}
			relation := rapid.SampledFrom(episodic.Relations()).Draw(t, "relation")
			all[i].Leads = append(all[i].Leads, patterns.Leads{Relation: relation, Pattern: all[j].Key})
			if relation != episodic.RelationPrevents {
				distance[i][j] = 1
			}
		}
		closeOver(distance)
		depth := rapid.IntRange(1, 6).Draw(t, "depth")
		q := catalog.PathQuestion{
			Project: "p", From: name(0), To: name(n - 1), MaxDepth: depth,
			Relations: []episodic.Relation{episodic.RelationCauses, episodic.RelationEnables, episodic.RelationCorrelates},
		}
		got, err := patternstest.ServiceWith(all...).Catalog.Path(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		want := distance[0][n-1] + 1
		if distance[0][n-1] > depth {
			want = 0
		}
		if len(got.Steps) != want {
			t.Fatalf("%d patterns on the path, want %d", len(got.Steps), want)
		}
		for i := 1; i < len(got.Steps); i++ {
			if !stated(got.Steps[i-1].Pattern, got.Steps[i]) {
				t.Errorf("step %d was not stated: %+v", i, got.Steps[i])
			}
		}
	})
}

func name(i int) string { return fmt.Sprintf("pattern %d", i) }

const far = 100

func pairs(n int) [][]int {
	out := make([][]int, n)
	for i := range out {
		out[i] = make([]int, n)
		for j := range out[i] {
			if i != j {
				out[i][j] = far
			}
		}
	}
	return out
}

func closeOver(distance [][]int) {
	for k := range distance {
		for i := range distance {
			for j := range distance {
				distance[i][j] = min(distance[i][j], distance[i][k]+distance[k][j])
			}
		}
	}
}

func stated(from patterns.Pattern, to catalog.PathStep) bool {
	for _, l := range from.Leads {
		if l.Pattern == to.Pattern.Key && l.Relation == to.Relation && l.Relation != episodic.RelationPrevents {
			return true
		}
	}
	return false
}

func TestPath_Depth(t *testing.T) {
	for _, depth := range []int{0, -1, 11} {
		if _, err := patternstest.ServiceWith().Catalog.Path(t.Context(), catalog.PathQuestion{Project: "p", From: "a", To: "b", MaxDepth: depth}); err == nil {
			t.Errorf("a depth of %d is no error", depth)
		}
	}
}
