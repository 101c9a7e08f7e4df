package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

func readExamples() []example {
	return []example{
		{"list episodes", exampleListEpisodes},
		{"list occurrences", exampleListOccurrences},
		{"projects", exampleProjects},
		{"access", exampleAccess},
		{"backlog", exampleBacklog},
		{"postponed", examplePostponed},
	}
}

func at(t testing.TB, text string) episodic.Timestamp {
	t.Helper()
	v, err := episodic.ParseTimestamp(text)
	must(t, err)
	return v
}

func exampleListEpisodes(t *testing.T, f *fixture) {
	s, p := f.Graph, f.project(t)
	started := func(text string) func(*episodic.Episode) {
		return func(e *episodic.Episode) { e.StartedAt = at(t, text) }
	}
	f.record(t, p,
		prepare(t, "old", 1, started("2025-01-01"), func(e *episodic.Episode) { e.Outcome, e.Domain = episodic.OutcomeFailure, "ci" }),
		prepare(t, "new", 1, started("2026-02-01T10:00:00.5Z"), func(e *episodic.Episode) { e.Tags, e.Tools = []string{"x", "y"}, []string{"git"} }),
		prepare(t, "newer", 1, started("2026-02-01T10:00:00.51Z"), func(e *episodic.Episode) { e.Session, e.TaskType, e.Complexity = "s1", "fix", "high" }),
		prepare(t, "unknown", 1, started(""), func(e *episodic.Episode) {
			e.Task, e.Strategies = "Fix 50% of İt_all*", []string{"bisect"}
			e.Events = append(e.Events, episodic.Event{ID: "e9", Actor: "reviewer", Content: "looks good"})
		}),
		prepare(t, "day", 1, started("2026-02-01")),
	)
	february := at(t, "2026-02-01").Time
	for _, c := range []struct {
		why    string
		filter episodic.EpisodeFilter
		want   string
	}{
		{"latest first, unknown times last", episodic.EpisodeFilter{}, "newer new day old unknown"},
		{"since is inclusive and leaves unknown times out", episodic.EpisodeFilter{Since: february}, "newer new day"},
		{"until is exclusive and leaves unknown times out", episodic.EpisodeFilter{Until: february}, "old"},
		{"both", episodic.EpisodeFilter{Since: at(t, "2025-06-01").Time, Until: at(t, "2026-02-01T12:00:00+02:00").Time}, "day"},
		{"one of several outcomes", episodic.EpisodeFilter{Outcomes: []episodic.Outcome{episodic.OutcomeFailure, episodic.OutcomePartial}}, "old"},
		{"domain", episodic.EpisodeFilter{Domain: "ci"}, "old"},
		{"one of the tags", episodic.EpisodeFilter{Tags: []string{"y", "z"}}, "new"},
		{"tools", episodic.EpisodeFilter{Tools: []string{"git"}}, "new"},
		{"actors", episodic.EpisodeFilter{Actors: []string{"reviewer"}}, "unknown"},
		{"strategies", episodic.EpisodeFilter{Strategies: []string{"bisect"}}, "unknown"},
		{"session, task type and complexity", episodic.EpisodeFilter{Session: "s1", TaskType: "fix", Complexity: "high"}, "newer"},
		{"fields that no episode has together", episodic.EpisodeFilter{Session: "s1", Domain: "ci"}, ""},
		{"part of the task in any case, not a pattern", episodic.EpisodeFilter{Task: "50% OF"}, "unknown"},
		{"signs of patterns are signs", episodic.EpisodeFilter{Task: "task of n.*"}, ""},
	} {
		q := episodic.EpisodeQuery{Project: p, Filter: c.filter}
		all, err := pages(2, func(page episodic.Page) ([]episodic.Stored, error) {
			q.Page = page
			return s.ListEpisodes(t.Context(), q)
		}, func(e episodic.Stored) string { return e.SortKey })
		must(t, err)
		var got []string
		for _, e := range all {
			got = append(got, e.Episode.ID)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.why, got, c.want)
		}
		if n, err := s.CountEpisodes(t.Context(), q); err != nil || n != len(got) {
			t.Errorf("%s: count %d, %v; want %d", c.why, n, err, len(got))
		}
	}
}

func exampleListOccurrences(t *testing.T, f *fixture) {
	s, p, other := f.Graph, f.project(t), f.project(t)
	decide := func(e *episodic.Episode) {
		e.Decisions = []episodic.Decision{{ID: "d1", Type: episodic.DecisionDesign, Chosen: "Use (50%_of) ÄPFEL\\.*", Options: []string{"x"}, Outcome: episodic.OutcomeSuccess}}
		e.Events[0].At = at(t, "2026-01-02")
	}
	f.record(t, p, prepare(t, "a", 2, decide), prepare(t, "a-b", 1), prepare(t, "b", 1))
	f.record(t, other, prepare(t, "z", 2, decide))
	for _, c := range []struct {
		why    string
		filter episodic.OccurrenceFilter
		want   string
	}{
		{"all by key", episodic.OccurrenceFilter{}, "a-b/e1 a-b/outcome a/d1 a/e1 a/e2 a/outcome b/e1 b/outcome"},
		{"one episode, not those whose id begins alike", episodic.OccurrenceFilter{Episode: "a"}, "a/d1 a/e1 a/e2 a/outcome"},
		{"kinds", episodic.OccurrenceFilter{Kinds: []episodic.Kind{episodic.KindDecision, episodic.KindOutcome}}, "a-b/outcome a/d1 a/outcome b/outcome"},
		{"types", episodic.OccurrenceFilter{Types: []string{"milestone"}, Episode: "b"}, "b/e1"},
		{"part of the label in any case", episodic.OccurrenceFilter{Label: "STEP 1"}, "a-b/e1 a/e1 b/e1"},
		{"signs are signs", episodic.OccurrenceFilter{Label: `(50%_OF) äpfel\.*`}, "a/d1"},
		{"a sign alone", episodic.OccurrenceFilter{Label: "%"}, "a/d1"},
		{"label and episode", episodic.OccurrenceFilter{Label: "step", Episode: "a"}, "a/e1 a/e2"},
		{"label and kind", episodic.OccurrenceFilter{Label: "success", Kinds: []episodic.Kind{episodic.KindEvent}}, ""},
	} {
		q := episodic.OccurrenceQuery{Project: p, Filter: c.filter}
		all, err := pages(3, func(page episodic.Page) ([]episodic.Occurrence, error) {
			q.Page = page
			return s.ListOccurrences(t.Context(), q)
		}, func(o episodic.Occurrence) string { return o.Key })
		must(t, err)
		var got []string
		for _, o := range all {
			got = append(got, o.Key)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.why, got, c.want)
		}
		if n, err := s.CountOccurrences(t.Context(), q); err != nil || n != len(got) {
			t.Errorf("%s: count %d, %v; want %d", c.why, n, err, len(got))
		}
	}
	got, err := s.GetOccurrences(t.Context(), p, []string{"a/d1", "a/e1", "a/e2", "a/e2", "a/outcome", "z/d1", "gone/e1"})
	must(t, err)
	slices.SortFunc(got, func(a, b episodic.Occurrence) int { return strings.Compare(a.Key, b.Key) })
	if diff := cmp.Diff(prepare(t, "a", 2, decide).Occurrences, got); diff != "" {
		t.Errorf("by key (-want +got):\n%s", diff)
	}
}

func exampleProjects(t *testing.T, f *fixture) {
	s, p := f.Graph, f.project(t)
	if _, err := s.GetProject(t.Context(), p); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("a project that nothing was recorded in: %v", err)
	}
	lesson := func(e *episodic.Episode) { e.Lessons = []string{"see docs/guide.md and #12"} }
	correlates := episodic.Link{Source: "e1", Target: "a/e2", Relation: episodic.RelationCorrelates, Basis: episodic.BasisStated}
	f.record(t, p, prepare(t, "a", 3, lesson, linked(linkOf("e3", "b/e1"), linkOf("e1", "never/e1"))), prepare(t, "b", 2, lesson, linked(correlates)))
	info, err := s.GetProject(t.Context(), p)
	must(t, err)
	if info.Name != p || !info.CreatedAt.Equal(day()) {
		t.Errorf("project %+v", info)
	}
	all, err := s.ListProjects(t.Context())
	must(t, err)
	if !slices.ContainsFunc(all, func(i episodic.ProjectInfo) bool { return i == info }) ||
		!slices.IsSortedFunc(all, func(a, b episodic.ProjectInfo) int { return strings.Compare(a.Name, b.Name) }) {
		t.Errorf("projects %+v", all)
	}
	totals, err := s.Totals(t.Context(), []string{p, "no-such-project", p})
	must(t, err)
	// Three links inside, two between the episodes (the one without a direction counts once); one is
	// pending.
	want := episodic.Totals{Episodes: 2, Events: 5, Links: 3 + 2, References: 2}
	if totals[p] != want || totals["no-such-project"] != (episodic.Totals{}) {
		t.Errorf("totals %+v, want %+v", totals, want)
	}
	present, err := s.CountPresent(t.Context(), []string{p, "no-such-project", p})
	must(t, err)
	if present[p] != 2 || present["no-such-project"] != 0 {
		t.Errorf("present episodes %v", present)
	}
}

func exampleAccess(t *testing.T, f *fixture) {
	s, p := f.Graph, f.project(t)
	f.record(t, p, prepare(t, "a", 1), prepare(t, "b", 1))
	must(t, s.RecordAccess(t.Context(), p, map[string]int64{"a": 2, "gone": 1}, day()))
	must(t, s.RecordAccess(t.Context(), p, map[string]int64{"a": 3}, day().Add(time.Hour)))
	f.record(t, p, prepare(t, "a", 3))
	got, err := s.GetAccess(t.Context(), p, []string{"a", "b", "gone"})
	must(t, err)
	if got["a"].Count != 5 || !got["a"].LastAt.Equal(day().Add(time.Hour)) || got["b"].Count+got["gone"].Count != 0 {
		t.Errorf("reads, which a revision leaves alone: %+v", got)
	}
	traits, err := s.GetTraits(t.Context(), p, []string{"a", "b", "a", "gone"})
	must(t, err)
	if len(traits) != 2 || traits["a"].Reads != 5 || traits["b"].Reads != 0 {
		t.Errorf("what ranks them: %+v", traits)
	}
}

// backlog lists the indexing tasks of a project, as text.
func (f *fixture) backlog(t testing.TB, project string, now time.Time) string {
	t.Helper()
	tasks, err := f.Graph.Backlog(t.Context(), "", episodic.StageWords, now, everything)
	must(t, err)
	var out []string
	for _, task := range tasks {
		switch {
		case task.Project != project:
		case task.Gone:
			out = append(out, task.Episode+" gone")
		default:
			out = append(out, fmt.Sprintf("%s %d", task.Episode, task.Revision))
		}
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func exampleBacklog(t *testing.T, f *fixture) {
	s, p := f.Graph, f.project(t)
	check := func(why, want string) {
		t.Helper()
		if got := f.backlog(t, p, day()); got != want {
			t.Errorf("%s: the backlog is %q, want %q", why, got, want)
		}
	}
	mark := func(episode string, revision int, gone bool) {
		t.Helper()
		must(t, s.MarkIndexed(t.Context(), []episodic.IndexTask{{Project: p, Episode: episode, Revision: revision, Gone: gone}}))
	}
	indexed := func(want int) {
		t.Helper()
		found, err := s.GetEpisodes(t.Context(), p, []string{"a"})
		must(t, err)
		if len(found) != 1 || found[0].IndexedRevision != want {
			t.Errorf("want indexed revision %d of %+v", want, found)
		}
	}
	f.record(t, p, prepare(t, "a", 1), prepare(t, "b", 1))
	check("recorded", "a 1, b 1")
	mark("a", 1, false)
	check("a is indexed", "b 1")
	indexed(1)
	f.record(t, p, prepare(t, "a", 2))
	mark("a", 1, false)
	check("an index of the revision before does not count", "a 2, b 1")
	mark("a", 2, false)
	f.record(t, p, prepare(t, "a", 2))
	check("an unchanged write needs no index", "b 1")
	must(t, s.DeleteEpisode(t.Context(), p, "a", day()))
	mark("a", 2, false)
	check("a deleted episode is to be removed", "a gone, b 1")
	mark("a", 0, true)
	check("it was removed", "b 1")
	_, err := s.RestoreEpisode(t.Context(), p, "a", day())
	must(t, err)
	mark("a", 0, true)
	check("a restored episode is to be indexed anew", "a 2, b 1")
	indexed(0)
	mark("gone", 1, false)
	must(t, s.PurgeEpisode(t.Context(), p, "b"))
	check("a purged episode is in no backlog", "a 2")
}

func examplePostponed(t *testing.T, f *fixture) {
	s, p, now := f.Graph, f.project(t), day()
	attempts := func(at time.Time, why, want string) {
		t.Helper()
		tasks, err := s.Backlog(t.Context(), p, episodic.StageWords, at, everything)
		must(t, err)
		var out []string
		for _, task := range tasks {
			out = append(out, fmt.Sprintf("%s after %d", task.Episode, task.Attempts))
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
	f.record(t, p, prepare(t, "a", 1), prepare(t, "b", 1))
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
	f.record(t, p, prepare(t, "a", 2))
	attempts(now.Add(time.Second), "a new revision begins anew", "a after 0")
	postpone(now.Add(time.Hour), 2, false, "a")
	must(t, s.DeleteEpisode(t.Context(), p, "a", now))
	attempts(now, "and so does a deletion", "a after 0")
	must(t, s.MarkIndexed(t.Context(), []episodic.IndexTask{{Project: p, Episode: "b", Revision: 1}, {Project: p, Episode: "a", Gone: true}}))
	postpone(now, 1, false, "b")
	postpone(now, 2, true, "a")
	attempts(now.Add(2*time.Hour), "what is not in the backlog does not come back", "")
}
