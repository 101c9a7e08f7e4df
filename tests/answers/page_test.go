package answers_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/tests/harness"
)

// walk returns every item of a list, page by page. The query takes $after and answers with
// one connection of that name, which may be inside of another field named of; it is an error when an item comes twice.
func walk[T any](p *project, field, query string, v vars) []T {
	p.T.Helper()
	all := vars{}
	maps.Copy(all, v)
	var out []T
	seen := map[string]bool{}
	for {
		page := harness.Get[map[string]json.RawMessage](p, query, all)
		list := page[field]
		if inside := page["of"]; inside != nil {
			if err := json.Unmarshal(inside, &page); err != nil {
				p.T.Fatalf("%s: %v", field, err)
			}
			list = page[field]
		}
		var c harness.Connection[T]
		if err := json.Unmarshal(list, &c); err != nil {
			p.T.Fatalf("%s: %v", field, err)
		}
		for _, e := range c.Edges {
			if text := fmt.Sprintf("%+v", e.Node); seen[text] {
				p.T.Errorf("%s: %.200s is there twice", field, text)
			} else {
				seen[text] = true
			}
			out = append(out, e.Node)
		}
		if !c.PageInfo.HasNextPage {
			return out
		}
		all["after"] = *c.PageInfo.EndCursor
	}
}

// keyed is an item that has nothing but its key and kind.
type keyed struct{ Key, Kind string }

func keysOf(items []keyed) []string {
	out := make([]string, len(items))
	for i, item := range items {
		out[i] = item.Kind + item.Key
	}
	return out
}

func TestPage_WholeListOnce(t *testing.T) {
	p, files := realProject(t)
	longest, _ := longestPath(files.next())
	for field, c := range map[string]struct {
		of, arguments, node, why string
		want                     int
	}{
		"episodes":    {``, ``, `key`, "the order is by time, which many share", 453},
		"occurrences": {``, `, filter: {kinds: [EVENT], types: [ERROR]}`, `key kind`, "the order is by key", -1},
		"references":  {``, `, kind: PULL_REQUEST`, `key kind`, "the order is by kind and key", -1},
		"causes":      {longest[len(longest)-1], ``, `key kind`, "the order is by distance", -1},
		"effects":     {longest[0], ``, `key kind`, "the order is by distance", -1},
	} {
		t.Run(field, func(t *testing.T) {
			p := p.sub(t)
			query := func(first int) string {
				if c.of != "" {
					return fmt.Sprintf(`query($project: String!, $after: String) { of: occurrence(project: $project, key: %q) { %s(first: %d, after: $after) {
						edges { node { %s } } pageInfo { hasNextPage endCursor } } } }`, c.of, field, first, c.node)
				}
				return fmt.Sprintf(`query($project: String!, $after: String) { %s(project: $project%s, first: %d, after: $after) {
					edges { node { %s } } pageInfo { hasNextPage endCursor } } }`, field, c.arguments, first, c.node)
			}
			whole := keysOf(walk[keyed](p, field, query(100), nil))
			small := keysOf(walk[keyed](p, field, query(7), nil))
			if !slices.Equal(whole, small) || len(whole) < 15 || c.want > 0 && len(whole) != c.want {
				t.Errorf("%s: %d items by 100, %d by 7", c.why, len(whole), len(small))
			}
		})
	}
}

func TestPage_StableWhileOthersWrite(t *testing.T) {
	p := newProject(t)
	var want []string
	for i := range 30 {
		key := fmt.Sprintf("ep-%02d", i)
		p.Record(vars{"id": key, "task": "old", "startedAt": fmt.Sprintf("2026-03-%02d", i+1)})
		want = append(want, key)
	}
	slices.Reverse(want)
	var got []string
	v := vars{"first": 7}
	for n := 0; ; n++ {
		page := harness.Get[harness.EpisodesAnswer](p, harness.EpisodesQuery, v).Episodes
		for _, e := range page.Edges {
			got = append(got, e.Node.Key)
		}
		if page.PageInfo.HasPreviousPage != (n > 0) {
			t.Errorf("page %d: hasPreviousPage is %v", n, page.PageInfo.HasPreviousPage)
		}
		if !page.PageInfo.HasNextPage {
			break
		}
		v["after"] = *page.PageInfo.EndCursor
		// Later than all, so before the cursor; and the last item of the page goes.
		p.Record(vars{"id": fmt.Sprintf("new-%d", n), "task": "new", "startedAt": "2026-05-01T10:00:00Z"})
		harness.Get[any](p, `mutation($project: String!, $key: String!) { deleteEpisode(project: $project, key: $key) { removedId } }`,
			vars{"key": got[len(got)-1]})
	}
	if !slices.Equal(got, want) {
		t.Errorf("the walk gave %v, want %v", got, want)
	}
}
