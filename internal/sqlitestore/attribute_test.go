package sqlitestore_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/storetest"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// TestStore_listsByAttributes: lists are those of a store that looks at every episode, and every row of an attribute is one that follows from
// an episode.
func TestStore_listsByAttributes(t *testing.T) {
	path := filepath.Join(t.TempDir(), "causeway.db")
	open := func(tb testing.TB, _ string) storetest.Set { return storetest.Set{Graph: openFile(tb, path)} }
	storetest.RunLists(t, open, func(t *testing.T) { sound(t, path) })
	if n := resultOf(t, path, "SELECT (SELECT count(*) FROM attribute) + (SELECT count(*) FROM episode_attribute)"); n != 0 {
		t.Errorf("%d rows are left of a purged project", n)
	}
}

// sound compares the rows of attributes with what follows from the episodes.
func sound(t *testing.T, path string) {
	t.Helper()
	n := resultOf(t, path, `SELECT count(*) FROM (
		SELECT * FROM (SELECT w.episode, w.project, w.at, w.name FROM attributed w EXCEPT SELECT a.episode, t.project, a.at, t.name FROM episode_attribute a JOIN attribute t ON t.number = a.attribute)
		UNION ALL
		SELECT * FROM (SELECT a.episode, t.project, a.at, t.name FROM attribute t LEFT JOIN episode_attribute a ON t.number = a.attribute EXCEPT SELECT w.episode, w.project, w.at, w.name FROM attributed w))`)
	if n != 0 {
		t.Errorf("%d rows of attributes are missing or too many", n)
	}
}

// resultOf reads one number from a file that a store has open.
func resultOf(t *testing.T, path, query string) int64 {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadOnly)
	must(t, err)
	defer conn.Close()
	n, err := sqlitex.ResultInt64(conn.Prep(query))
	must(t, err)
	return n
}

// TestStore_listsByAttributesInLargeProjects: a list looks at as many episodes in a large project as in a small one, whether what it asks
// for is common or rare, and a count of what is rare too.
func TestStore_listsByAttributesInLargeProjects(t *testing.T) {
	s, r := openNoting(t, filepath.Join(t.TempDir(), "causeway.db"))
	defer func() { must(t, s.Close(t.Context())) }()
	n := 0
	grow := func(to int) {
		var some []episodic.Prepared
		for ; n < to; n++ {
			e := episodic.Episode{
				ID: fmt.Sprintf("e%05d", n), Task: "one of many", Outcome: episodic.OutcomeSuccess, StartedAt: episodic.At(day.Add(time.Duration(n) * time.Minute)),
				Domain: fmt.Sprintf("domain %d", n%4), Tags: []string{fmt.Sprintf("tag %d", n%10)},
			}
			if n == 7 {
				e.Session, e.Events = "the only one", []episodic.Event{{ID: "e1", Type: episodic.EventMilestone, Content: "edit rare.go"}}
			}
			p, err := intake.Prepare(e)
			must(t, err)
			some = append(some, p)
		}
		record(t, s, "p", some...)
	}
	var before []int
	for _, size := range []int{500, 4000} {
		grow(size)
		var looked []int
		for _, f := range []episodic.EpisodeFilter{
			{Domain: "domain 3", Tags: []string{"tag 1"}},
			{Session: "the only one", Outcomes: []episodic.Outcome{episodic.OutcomeSuccess}},
			{References: []episodic.Reference{{Kind: episodic.ReferenceFile, Key: "rare.go"}}},
			{Domain: "nobody has it", Tags: []string{"tag 1"}},
		} {
			r.statements = nil
			q := episodic.EpisodeQuery{Project: "p", Filter: f, Page: episodic.Page{Limit: 10}}
			list, err := s.ListEpisodes(t.Context(), q)
			must(t, err)
			if f.Domain == "" && (len(list) != 1 || list[0].Episode.ID != "e00007") || f.Domain == "domain 3" && len(list) != 10 {
				t.Errorf("%+v: %d found", f, len(list))
			}
			looked = append(looked, len(r.statements))
			if slices.Contains(r.statements, "list_episodes") {
				t.Errorf("%+v follows the order of all episodes", f)
			}
			if f.Domain != "domain 3" {
				_, err := s.CountEpisodes(t.Context(), q)
				must(t, err)
				if slices.Contains(r.statements, "count_episodes") {
					t.Errorf("%+v counts among all episodes", f)
				}
			}
		}
		if before != nil && !slices.Equal(looked, before) {
			t.Errorf("with %d episodes it took %v statements, with fewer %v", size, looked, before)
		}
		before = looked
	}
}

// TestMigrate_old_attributes: a file that was written before there were attributes has them afterwards.
func TestMigrate_old_attributes(t *testing.T) {
	s, path := old(t)
	sound(t, path)
	list, err := s.ListEpisodes(t.Context(), episodic.EpisodeQuery{
		Project: "p", Filter: episodic.EpisodeFilter{DecisionTypes: []episodic.DecisionType{episodic.DecisionDesign}}, Page: episodic.Page{Limit: 5},
	})
	must(t, err)
	if len(list) != 1 || list[0].Episode.ID != "kept" {
		t.Errorf("found %+v", list)
	}
}
