package answers_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/tests/harness"
)

// reached is one cause or effect.
type reached struct {
	Key   string
	Depth int
	End   bool
}

// trace walks all pages of causes or effects.
func (p *project) trace(field string, first int, v vars) []reached {
	p.T.Helper()
	query := fmt.Sprintf(`query($project: String!, $of: String!, $bases: [Basis!], $maxDepth: Int! = 100, $after: String) {
		occurrence(project: $project, key: $of) { trace: %s(filter: {bases: $bases}, maxDepth: $maxDepth, first: %d, after: $after) {
			totalCount edges { depth end: terminal node { key } } pageInfo { hasNextPage endCursor } } } }`, field, first)
	all := vars{"of": v["of"], "bases": v["bases"]}
	if v["maxDepth"] != nil {
		all["maxDepth"] = v["maxDepth"]
	}
	var out []reached
	for {
		page := harness.Get[struct {
			Occurrence struct {
				Trace struct {
					TotalCount int
					Edges      []struct {
						Depth int
						End   bool
						Node  struct{ Key string }
					}
					PageInfo struct {
						HasNextPage bool
						EndCursor   *string
					}
				}
			}
		}](p, query, all).Occurrence
		for _, e := range page.Trace.Edges {
			out = append(out, reached{e.Node.Key, e.Depth, e.End})
		}
		if !page.Trace.PageInfo.HasNextPage {
			if len(out) != page.Trace.TotalCount {
				p.T.Errorf("%s of %v: %d items, totalCount %d", field, v["of"], len(out), page.Trace.TotalCount)
			}
			return out
		}
		all["after"] = *page.Trace.PageInfo.EndCursor
	}
}

// wantReached computes the same from the files: nearest first, then by key.
func wantReached(next map[string][]string, of string, depth int) []reached {
	var out []reached
	for key, d := range distances(next, of) {
		if d <= depth {
			out = append(out, reached{key, d, len(next[key]) == 0})
		}
	}
	slices.SortFunc(out, func(a, b reached) int { return cmp.Or(cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Key, b.Key)) })
	return out
}

func TestTrace_AgainstTheFiles(t *testing.T) {
	p, files := realProject(t)
	next := files.next()
	chain, _ := longestPath(next)
	questions := []string{chain[0], chain[len(chain)/2], chain[len(chain)-1]}
	for _, q := range files.pairs(next)[:30] {
		questions = append(questions, q.from, q.to)
	}
	for _, of := range questions {
		for _, c := range []struct {
			why   string
			bases []string
			depth int
			first int
		}{
			{"everything", nil, 100, 100},
			{"in small pages", nil, 100, 7},
			{"near only; the end does not depend on how far was asked", nil, 2, 100},
			{"one basis", []string{"TEMPORAL"}, 100, 100},
		} {
			v := vars{"of": of, "maxDepth": c.depth}
			if c.bases != nil {
				v["bases"] = c.bases
			}
			down := files.next(c.bases...)
			if diff := gocmp.Diff(wantReached(down, of, c.depth), p.trace("effects", c.first, v)); diff != "" {
				t.Errorf("effects of %s, %s (-files +answer):\n%s", of, c.why, diff)
			}
			if diff := gocmp.Diff(wantReached(turned(down), of, c.depth), p.trace("causes", c.first, v)); diff != "" {
				t.Errorf("causes of %s, %s (-files +answer):\n%s", of, c.why, diff)
			}
		}
	}
}
