package neo4jstore_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/neo4jstore"
)

func TestStore_backlog(t *testing.T) {
	s := store(t)
	p := project(t, s)
	backlog := func() string {
		tasks, err := s.Backlog(t.Context(), time.Now(), 10_000)
		must(t, err)
		var out []string
		for _, task := range tasks {
			if task.Project == p {
				out = append(out, fmt.Sprintf("%s %d %t", task.Episode, task.Revision, task.Gone))
			}
		}
		slices.Sort(out)
		return strings.Join(out, ", ")
	}
	check := func(why, want string) {
		t.Helper()
		if got := backlog(); got != want {
			t.Errorf("%s: the backlog is %q, want %q", why, got, want)
		}
	}
	mark := func(episode string, revision int, gone bool) {
		t.Helper()
		must(t, s.MarkIndexed(t.Context(), []episodic.IndexTask{{Project: p, Episode: episode, Revision: revision, Gone: gone}}))
	}
	record(t, s, p, prepare(t, "a", 1), prepare(t, "b", 1))
	check("recorded", "a 1 false, b 1 false")
	if n, err := s.CountBacklog(t.Context()); err != nil || n.Episodes < 2 {
		t.Errorf("count %+v, %v", n, err)
	}
	mark("a", 1, false)
	check("a is indexed", "b 1 false")
	checkIndexed(t, s, p, "a", 1)
	record(t, s, p, prepare(t, "a", 2))
	mark("a", 1, false)
	check("an index of the revision before does not count", "a 2 false, b 1 false")
	mark("a", 2, false)
	record(t, s, p, prepare(t, "a", 2))
	check("an unchanged write needs no index", "b 1 false")
	must(t, s.DeleteEpisode(t.Context(), p, "a", day))
	mark("a", 2, false)
	check("a deleted episode is to be removed", "a 2 true, b 1 false")
	mark("a", 0, true)
	check("it was removed", "b 1 false")
	_, err := s.RestoreEpisode(t.Context(), p, "a", day)
	must(t, err)
	mark("a", 0, true)
	check("a restored episode is to be indexed anew", "a 2 false, b 1 false")
	checkIndexed(t, s, p, "a", 0)
	mark("gone", 1, false)
	must(t, s.PurgeEpisode(t.Context(), p, "b"))
	check("a purged episode is in no backlog", "a 2 false")
}

func TestStore_PostponeIndexing(t *testing.T) {
	s := store(t)
	p := project(t, s)
	now := time.Now()
	attempts := func(at time.Time, why, want string) {
		t.Helper()
		tasks, err := s.Backlog(t.Context(), at, 10_000)
		must(t, err)
		var out []string
		for _, task := range tasks {
			if task.Project == p {
				out = append(out, fmt.Sprintf("%s after %d", task.Episode, task.Attempts))
			}
		}
		if got := strings.Join(out, ", "); got != want {
			t.Errorf("%s: %q is due, want %q", why, got, want)
		}
	}
	postpone := func(due time.Time, revision int, gone bool, ids ...string) {
		t.Helper()
		var tasks []episodic.IndexTask
		for _, id := range ids {
			tasks = append(tasks, episodic.IndexTask{Project: p, Episode: id, Revision: revision, Gone: gone})
		}
		must(t, s.PostponeIndexing(t.Context(), tasks, due))
	}
	record(t, s, p, prepare(t, "a", 1), prepare(t, "b", 1))
	before, err := s.CountBacklog(t.Context())
	must(t, err)
	postpone(now.Add(time.Hour), 1, false, "b", "a", "never")
	postpone(now.Add(time.Minute), 1, false, "b")
	attempts(now, "postponed", "")
	attempts(now.Add(2*time.Minute), "each has its own time", "b after 2")
	attempts(now.Add(2*time.Hour), "longest due first", "b after 2, a after 1")
	after, err := s.CountBacklog(t.Context())
	must(t, err)
	if after.Episodes < before.Episodes || after.Failing < 2 {
		t.Errorf("of %+v two are failing: %+v", before, after)
	}
	postpone(now, 7, false, "a")
	postpone(now, 1, true, "a")
	attempts(now, "another revision", "")
	record(t, s, p, prepare(t, "a", 2))
	attempts(now.Add(time.Second), "a new revision begins anew", "a after 0")
	postpone(now.Add(time.Hour), 2, false, "a")
	must(t, s.DeleteEpisode(t.Context(), p, "a", day))
	attempts(now, "and so does a deletion", "a after 0")
	must(t, s.MarkIndexed(t.Context(), []episodic.IndexTask{{Project: p, Episode: "b", Revision: 1}, {Project: p, Episode: "a", Gone: true}}))
	postpone(now, 1, false, "b")
	postpone(now, 2, true, "a")
	attempts(now.Add(2*time.Hour), "what is not in the backlog does not come back", "")
	left := raw[int64](t, "MATCH (r:Record {project: $project}) WHERE r.indexAttempts IS NOT NULL RETURN count(r)", map[string]any{"project": p})
	if left != 0 {
		t.Errorf("%d records still say that indexing failed", left)
	}
}

func checkIndexed(t *testing.T, s *neo4jstore.Store, project, id string, want int) {
	t.Helper()
	found, err := s.GetEpisodes(t.Context(), project, []string{id})
	must(t, err)
	if len(found) != 1 || found[0].IndexedRevision != want {
		t.Errorf("%s has indexed revision %d, want %d", id, found[0].IndexedRevision, want)
	}
}
