package model_test

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/model"
)

func TestModel_Circles(t *testing.T) {
	for _, c := range []struct {
		why     string
		told    [][]string
		links   []string
		status  model.Status
		parents map[string][]string
		cut     []string
	}{
		{
			"what correlates is no cause", nil,
			[]string{"u=a correlates v=a", "u=b correlates v=b"},
			"",
			map[string][]string{"v": nil, "u": nil},
			nil,
		},
		{
			"of a circle the link goes that fewest state",
			nil,
			[]string{"u=a causes v=a", "u=a enables v=b", "v=a causes u=a"},
			"",
			map[string][]string{"v": {"u"}, "u": nil},
			[]string{"v=a > u=a"},
		},
		{
			"of equally many the one against time goes",
			[][]string{{"u=a", "v=a"}, {"u=a", "v=a"}},
			[]string{"u=a causes v=a", "v=a causes u=a"},
			"",
			map[string][]string{"v": {"u"}, "u": nil},
			[]string{"v=a > u=a"},
		},
		{
			"which link is the wrong one cannot be told",
			nil,
			[]string{"u=a causes v=a", "v=a causes u=a"},
			model.StatusCyclic,
			map[string][]string{"v": {"u"}, "u": {"v"}},
			nil,
		},
		{
			"a variable does not depend on itself",
			nil,
			[]string{"u=a causes u=b", "u=a causes v=a"},
			"",
			map[string][]string{"v": {"u"}, "u": nil},
			[]string{"u=a > u=b"},
		},
		{
			"what is outside of the circle stays, however little speaks for it",
			nil,
			[]string{"w=a causes u=a", "u=a causes v=a", "u=a prevents v=b", "u=b causes v=b", "v=a causes u=a", "v=a enables u=b"},
			"",
			map[string][]string{"v": {"u"}, "u": {"w"}},
			[]string{"v=a > u=a", "v=a > u=b"},
		},
	} {
		m := newProject(t)
		m.record(append(c.told, nil)...)
		m.state(c.links...)
		got := m.learn("v", "u")
		if status, reason := got.Status(); status != c.status {
			t.Errorf("%s: %s %s", c.why, status, reason)
		}
		for name, want := range c.parents {
			if parents := got.Parents(name); !slices.Equal(parents, want) {
				t.Errorf("%s: the parents of %s are %v", c.why, name, parents)
			}
		}
		if cut := got.Cut(); !slices.Equal(slices.Sorted(slices.Values(cut)), c.cut) {
			t.Errorf("%s: cut %v", c.why, cut)
		}
	}
}
