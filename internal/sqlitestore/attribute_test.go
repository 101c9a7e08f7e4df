package sqlitestore_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/storetest"
	"github.com/google/go-cmp/cmp"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// attributed makes episode n of many with random attributes, of which a third has no time and many begin in one second.
func attributed(t testing.TB, n int, random *rand.Rand) episodic.Prepared {
	t.Helper()
	word := func(kind string, of int) string { return fmt.Sprintf("%s %d", kind, random.IntN(of)) }
	e := episodic.Episode{
		ID: fmt.Sprintf("e%03d", n), Task: word("Task", 9), Domain: word("domain", 3), TaskType: word("type", 4), Complexity: word("level", 2),
		Session: word("session", 100), Tags: []string{word("tag", 30), word("tag", 30)}, Tools: []string{word("tool", 5)},
		Strategies: []string{word("way", 5)}, Outcome: []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomeFailure}[random.IntN(2)],
		Decisions: []episodic.Decision{{
			ID: "d1", Chosen: "one", Context: word("choice", 3), Actor: word("agent", 6), Outcome: episodic.OutcomeSuccess,
			Type: []episodic.DecisionType{episodic.DecisionDesign, episodic.DecisionTest}[random.IntN(2)],
		}},
		Events: []episodic.Event{{ID: "e1", Type: episodic.EventMilestone, Content: fmt.Sprintf("edit main%d.go", random.IntN(40))}},
	}
	if random.IntN(3) > 0 {
		e.StartedAt = episodic.At(day.Add(time.Duration(random.IntN(20)) * time.Second / 2))
	}
	p, err := intake.Prepare(e)
	must(t, err)
	return p
}

// someFilter is a filter that names up to three things.
func someFilter(random *rand.Rand) (f episodic.EpisodeFilter) {
	word := func(kind string, of int) string { return fmt.Sprintf("%s %d", kind, random.IntN(of)) }
	for range 1 + random.IntN(3) {
		switch random.IntN(12) {
		case 0:
			f.Outcomes = []episodic.Outcome{episodic.OutcomeFailure}
		case 1:
			f.Domain = word("domain", 4)
		case 2:
			f.TaskType = word("type", 4)
		case 3:
			f.Session = word("session", 100)
		case 4:
			f.Tags = []string{word("tag", 30), word("tag", 30), word("tag", 30)}
		case 5:
			f.Tools = []string{word("tool", 5)}
		case 6:
			f.Strategies = []string{word("way", 5), word("way", 5)}
		case 7:
			f.Actors = []string{word("agent", 6)}
		case 8:
			f.DecisionTypes = []episodic.DecisionType{episodic.DecisionDesign}
		case 9:
			f.References = []episodic.Reference{{Kind: episodic.ReferenceFile, Key: fmt.Sprintf("main%d.go", random.IntN(41))}}
		case 10:
			f.Since, f.Until = day.Add(2*time.Second), day.Add(time.Duration(4+random.IntN(5))*time.Second)
		case 11:
			f.Failed = true
		}
	}
	return f
}

// TestStore_listsByAttributes: what is asked for by attributes is what a store says that looks at every episode, page by page, while episodes
// are revised, deleted, restored and purged, and every row of an attribute is one that follows from an episode.
func TestStore_listsByAttributes(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	path := filepath.Join(t.TempDir(), "causeway.db")
	s, naive := openFile(t, path), storetest.NewReference()
	stores := []episodic.Store{s, naive}
	var all []episodic.Prepared
	for n := range 400 {
		all = append(all, attributed(t, n, random))
	}
	change := func(work func(episodic.Store) error) {
		t.Helper()
		for _, s := range stores {
			must(t, work(s))
		}
		sound(t, path)
	}
	put := func(episodes ...episodic.Prepared) {
		t.Helper()
		change(func(s episodic.Store) error {
			_, err := s.RecordEpisodes(t.Context(), "p", episodes, false, day)
			return err
		})
	}
	put(all...)
	compareLists(t, s, naive, random)
	var revised []episodic.Prepared
	for n := 0; n < 400; n += 3 {
		revised = append(revised, attributed(t, n, random))
	}
	put(revised...)
	for n := 1; n < 40; n += 2 {
		id := all[n].Episode.ID
		change(func(s episodic.Store) error { return s.DeleteEpisode(t.Context(), "p", id, day) })
		change(func(s episodic.Store) error {
			switch n % 3 {
			case 0:
				_, err := s.RestoreEpisode(t.Context(), "p", id, day)
				return err
			case 1:
				return s.PurgeEpisode(t.Context(), "p", id)
			}
			return nil
		})
	}
	compareLists(t, s, naive, random)
	change(func(s episodic.Store) error { return s.PurgeProject(t.Context(), "p") })
	if n := resultOf(t, path, "SELECT (SELECT count(*) FROM attribute) + (SELECT count(*) FROM episode_attribute)"); n != 0 {
		t.Errorf("%d rows are left of a purged project", n)
	}
}

// compareLists reads lists page by page, and counts, from two stores.
func compareLists(t *testing.T, s, naive episodic.Store, random *rand.Rand) {
	t.Helper()
	found := 0
	for range 150 {
		q := episodic.EpisodeQuery{Project: "p", Filter: someFilter(random), Deleted: random.IntN(9) == 0}
		want := listAll(t, naive, q, 1_000)
		found += len(want)
		if diff := cmp.Diff(want, listAll(t, s, q, 1+random.IntN(30))); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", q, diff)
		}
		if n, err := s.CountEpisodes(t.Context(), q); err != nil || n != len(want) {
			t.Errorf("%+v: counted %d, %v; want %d", q, n, err, len(want))
		}
	}
	if found < 1000 {
		t.Errorf("all lists together have %d episodes only", found)
	}
}

func listAll(t *testing.T, s episodic.Store, q episodic.EpisodeQuery, page int) (ids []string) {
	t.Helper()
	for q.Page.Limit = page; ; {
		list, err := s.ListEpisodes(t.Context(), q)
		must(t, err)
		for _, e := range list {
			ids, q.Page.After = append(ids, e.Episode.ID), e.Episode.SortKey()
		}
		if len(list) < page {
			return ids
		}
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
