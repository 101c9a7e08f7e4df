package neo4jstore_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Lists and counts look among the episodes with what is asked for if these are few in their project, and else along all.
func TestStore_listsByAttributesOfFew(t *testing.T) {
	var names []string
	o := options(t)
	o.OnStatement = func(_ context.Context, name string, _ time.Duration, _ error) { names = append(names, name) }
	s, mine, other := open(t, o).WithFew(10), project(t, store(t)), project(t, store(t))
	var all, others []episodic.Prepared
	for n := range 12 {
		all = append(all, prepare(t, fmt.Sprintf("e%02d", n), 0, func(e *episodic.Episode) {
			e.StartedAt, e.Domain, e.TaskType = episodic.At(day.Add(time.Duration(n)*time.Minute)), "common", "usual"
			switch n {
			case 0:
				e.Domain = "only one"
			case 1:
				e.TaskType = "special"
			}
		}))
	}
	for n := range 3 {
		others = append(others, prepare(t, fmt.Sprintf("e%02d", n), 0, func(e *episodic.Episode) { e.Domain, e.Tags = "common", []string{"elsewhere"} }))
	}
	record(t, s, mine, all...)
	record(t, s, other, others...)
	var tags []string
	for n := range 2_000 {
		tags = append(tags, fmt.Sprintf("tag %d", n))
	}
	for _, c := range []struct {
		why    string
		filter episodic.EpisodeFilter
		found  int
		sent   string
	}{
		{"one more than are few", episodic.EpisodeFilter{Domain: "common"}, 11, "list_episodes count_attributed"},
		{"one more than are few, and words", episodic.EpisodeFilter{Domain: "common", Task: "task"}, 11, "list_episodes count_attributed count_episodes"},
		{"as many as are few have two things", episodic.EpisodeFilter{Domain: "common", TaskType: "usual"}, 10, "list_attributed_episodes count_attributed"},
		{"one, though what else is asked for is common", episodic.EpisodeFilter{Domain: "only one", Outcomes: []episodic.Outcome{episodic.OutcomeSuccess}}, 1, "list_attributed_episodes count_attributed"},
		{"two common things that only one has", episodic.EpisodeFilter{Domain: "common", TaskType: "special"}, 1, "list_attributed_episodes count_attributed"},
		{"and words", episodic.EpisodeFilter{TaskType: "special", Task: "task of E01"}, 1, "list_attributed_episodes count_attributed count_attributed_episodes"},
		{"and other words", episodic.EpisodeFilter{TaskType: "special", Task: "task of E02"}, 0, "list_attributed_episodes count_attributed count_attributed_episodes"},
		{"and failure", episodic.EpisodeFilter{TaskType: "special", Failed: true}, 0, "list_attributed_episodes count_attributed count_attributed_episodes"},
		{"and time", episodic.EpisodeFilter{TaskType: "special", Since: day.Add(time.Hour)}, 0, "list_attributed_episodes count_attributed count_attributed_episodes"},
		{"and an end", episodic.EpisodeFilter{TaskType: "special", Until: day}, 0, "list_attributed_episodes count_attributed count_attributed_episodes"},
		{"what only another project has", episodic.EpisodeFilter{Tags: []string{"elsewhere"}}, 0, "list_attributed_episodes count_attributed"},
		{"nothing that is indexed", episodic.EpisodeFilter{Task: "task of e07"}, 1, "list_episodes count_episodes"},
		{"more words than a question may have", episodic.EpisodeFilter{Tags: tags}, 0, "list_episodes count_episodes"},
		{"more words than a question may have, and one", episodic.EpisodeFilter{Domain: "only one", Tags: tags}, 0, "list_attributed_episodes count_attributed count_attributed_episodes"},
		{"an empty word", episodic.EpisodeFilter{Domain: "only one", Tags: []string{""}}, 0, "list_attributed_episodes count_attributed count_attributed_episodes"},
		{"control characters", episodic.EpisodeFilter{Domain: "\x00\x7f\u2028\U000E0001"}, 0, "list_attributed_episodes count_attributed"},
	} {
		names = nil
		q := episodic.EpisodeQuery{Project: mine, Filter: c.filter, Page: episodic.Page{Limit: 100}}
		page, err := s.ListEpisodes(t.Context(), q)
		must(t, err)
		if len(page) != c.found {
			t.Errorf("%s: %d on the page", c.why, len(page))
		}
		if n, err := s.CountEpisodes(t.Context(), q); err != nil || n != c.found {
			t.Errorf("%s: counted %d, %v; want %d", c.why, n, err, c.found)
		}
		slices.Sort(names)
		if got, want := slices.Compact(names), strings.Fields(c.sent); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s: sent %v, want %v", c.why, got, want)
		}
	}
}
