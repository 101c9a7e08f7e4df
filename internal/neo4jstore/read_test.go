package neo4jstore_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
)

func TestStore_ListEpisodes(t *testing.T) {
	s := store(t)
	p := project(t, s)
	at := func(text string) func(*episodic.Episode) {
		return func(e *episodic.Episode) {
			var err error
			e.StartedAt, err = episodic.ParseTimestamp(text)
			must(t, err)
		}
	}
	record(t, s, p,
		prepare(t, "old", 1, at("2025-01-01"), func(e *episodic.Episode) { e.Outcome, e.Domain = episodic.OutcomeFailure, "ci" }),
		prepare(t, "new", 1, at("2026-02-01T10:00:00.5Z"), func(e *episodic.Episode) { e.Tags, e.Tools = []string{"x", "y"}, []string{"git"} }),
		prepare(t, "newer", 1, at("2026-02-01T10:00:00.51Z"), func(e *episodic.Episode) { e.Session, e.TaskType, e.Complexity = "s1", "fix", "high" }),
		prepare(t, "unknown", 1, at(""), func(e *episodic.Episode) { e.Task, e.Strategies = "Fix 50% of İt_all*", []string{"bisect"} }),
		prepare(t, "day", 1, at("2026-02-01")),
	)
	instant := func(text string) time.Time { v, err := time.Parse(time.RFC3339, text); must(t, err); return v }
	for _, c := range []struct {
		why    string
		filter episodic.EpisodeFilter
		want   string
	}{
		{"latest first, unknown times last", episodic.EpisodeFilter{}, "newer new day old unknown"},
		{"since is inclusive and leaves unknown times out", episodic.EpisodeFilter{Since: instant("2026-02-01T00:00:00Z")}, "newer new day"},
		{"until is exclusive and leaves unknown times out", episodic.EpisodeFilter{Until: instant("2026-02-01T00:00:00Z")}, "old"},
		{"both", episodic.EpisodeFilter{Since: instant("2025-06-01T00:00:00Z"), Until: instant("2026-02-01T12:00:00+02:00")}, "day"},
		{"one of several outcomes", episodic.EpisodeFilter{Outcomes: []episodic.Outcome{episodic.OutcomeFailure, episodic.OutcomePartial}}, "old"},
		{"domain", episodic.EpisodeFilter{Domain: "ci"}, "old"},
		{"one of the tags", episodic.EpisodeFilter{Tags: []string{"y", "z"}}, "new"},
		{"tools", episodic.EpisodeFilter{Tools: []string{"git"}}, "new"},
		{"strategies", episodic.EpisodeFilter{Strategies: []string{"bisect"}}, "unknown"},
		{"session, task type and complexity", episodic.EpisodeFilter{Session: "s1", TaskType: "fix", Complexity: "high"}, "newer"},
		{"fields that no episode has together", episodic.EpisodeFilter{Session: "s1", Domain: "ci"}, ""},
		{"part of the task in any case, not a pattern", episodic.EpisodeFilter{Task: "50% OF"}, "unknown"},
		{"signs of patterns are signs", episodic.EpisodeFilter{Task: "task of n.*"}, ""},
	} {
		q := episodic.EpisodeQuery{Project: p, Filter: c.filter, Page: episodic.Page{Limit: 2}}
		var got []string
		for {
			page, err := s.ListEpisodes(t.Context(), q)
			must(t, err)
			for _, e := range page {
				got = append(got, e.Episode.ID)
				q.Page.After = e.SortKey
			}
			if len(page) < q.Page.Limit {
				break
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.why, got, c.want)
		}
		if n, err := s.CountEpisodes(t.Context(), q); err != nil || n != len(got) {
			t.Errorf("%s: count %d, %v; want %d", c.why, n, err, len(got))
		}
	}
}

func TestStore_ListOccurrences(t *testing.T) {
	s := store(t)
	p, other := project(t, s), project(t, s)
	decide := func(e *episodic.Episode) {
		e.Decisions = []episodic.Decision{{ID: "d1", Type: episodic.DecisionDesign, Chosen: "Use (50%_of) ÄPFEL\\.*", Options: []string{"x"}, Outcome: episodic.OutcomeSuccess}}
		e.Events[0].At = episodic.Timestamp{Time: time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), DateOnly: true}
	}
	record(t, s, p, prepare(t, "a", 2, decide), prepare(t, "a-b", 1), prepare(t, "b", 1))
	record(t, s, other, prepare(t, "z", 2, decide))
	all := "a-b/e1 a-b/outcome a/d1 a/e1 a/e2 a/outcome b/e1 b/outcome"
	for _, c := range []struct {
		why    string
		filter episodic.OccurrenceFilter
		want   string
	}{
		{"all by key", episodic.OccurrenceFilter{}, all},
		{"one episode, not those whose id begins alike", episodic.OccurrenceFilter{Episode: "a"}, "a/d1 a/e1 a/e2 a/outcome"},
		{"kinds", episodic.OccurrenceFilter{Kinds: []episodic.Kind{episodic.KindDecision, episodic.KindOutcome}}, "a-b/outcome a/d1 a/outcome b/outcome"},
		{"types", episodic.OccurrenceFilter{Types: []string{"milestone"}, Episode: "b"}, "b/e1"},
		{"part of the label in any case", episodic.OccurrenceFilter{Label: "STEP 1"}, "a-b/e1 a/e1 b/e1"},
		{"signs are signs", episodic.OccurrenceFilter{Label: `(50%_OF) äpfel\.*`}, "a/d1"},
		{"a sign alone", episodic.OccurrenceFilter{Label: "%"}, "a/d1"},
		{"label and episode", episodic.OccurrenceFilter{Label: "step", Episode: "a"}, "a/e1 a/e2"},
		{"label and kind", episodic.OccurrenceFilter{Label: "success", Kinds: []episodic.Kind{episodic.KindEvent}}, ""},
	} {
		q := episodic.OccurrenceQuery{Project: p, Filter: c.filter, Page: episodic.Page{Limit: 3}}
		var got []string
		for {
			page, err := s.ListOccurrences(t.Context(), q)
			must(t, err)
			for _, o := range page {
				got = append(got, o.Key)
				q.Page.After = o.Key
			}
			if len(page) < q.Page.Limit {
				break
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.why, got, c.want)
		}
		if n, err := s.CountOccurrences(t.Context(), q); err != nil || n != len(got) {
			t.Errorf("%s: count %d, %v; want %d", c.why, n, err, len(got))
		}
	}
	want := prepare(t, "a", 2, decide).Occurrences
	got, err := s.GetOccurrences(t.Context(), p, []string{"a/d1", "a/e1", "a/e2", "a/e2", "a/outcome", "z/d1", "gone/e1"})
	must(t, err)
	slices.SortFunc(got, func(a, b episodic.Occurrence) int { return strings.Compare(a.Key, b.Key) })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("by key (-want +got):\n%s", diff)
	}
}

func TestStore_references(t *testing.T) {
	s := store(t)
	p := project(t, s)
	mentions := func(lesson, content string) func(*episodic.Episode) {
		return func(e *episodic.Episode) { e.Lessons, e.Events[0].Content = []string{lesson}, content }
	}
	record(t, s, p,
		prepare(t, "a", 1, mentions("see docs/guide.md", "commit 1a2b3c4d5e6f")),
		prepare(t, "b", 1, mentions("issue #12", "commit 1a2b3c4 broke docs/guide.md")),
		prepare(t, "c", 1, mentions("issue #7", "commit 1a2b3c4ffff is another one")),
	)
	list := func(q episodic.ReferenceQuery) string {
		q.Project, q.Page.Limit = p, 2
		var out []string
		for {
			page, err := s.ListReferences(t.Context(), q)
			must(t, err)
			for _, r := range page {
				out = append(out, fmt.Sprintf("%s %s %d", r.Reference.Kind, r.Reference.Key, r.Episodes))
				q.Page.After = string(r.Reference.Kind) + " " + r.Reference.Key
			}
			if len(page) < q.Page.Limit {
				return strings.Join(out, ", ")
			}
		}
	}
	for _, c := range []struct {
		why  string
		q    episodic.ReferenceQuery
		want string
	}{
		{"all by kind and key", episodic.ReferenceQuery{}, "commit 1a2b3c4 3, file docs/guide.md 2, issue 12 1, issue 7 1"},
		{"one kind", episodic.ReferenceQuery{Kind: episodic.ReferenceIssue}, "issue 12 1, issue 7 1"},
		{"the beginning of a key", episodic.ReferenceQuery{Kind: episodic.ReferenceIssue, Prefix: "1"}, "issue 12 1"},
		{"the beginning of any key", episodic.ReferenceQuery{Prefix: "1"}, "commit 1a2b3c4 3, issue 12 1"},
		{"a SHA longer than the key", episodic.ReferenceQuery{Kind: episodic.ReferenceCommit, Prefix: "1a2b3c4d5e6f7"}, "commit 1a2b3c4 3"},
		{"a SHA of another commit with a short mention", episodic.ReferenceQuery{Prefix: "1a2b3c4e"}, "commit 1a2b3c4 3"},
		{"no such commit", episodic.ReferenceQuery{Kind: episodic.ReferenceCommit, Prefix: "9"}, ""},
	} {
		if got := list(c.q); got != c.want {
			t.Errorf("%s: %s, want %s", c.why, got, c.want)
		}
	}
	commit := episodic.Reference{Kind: episodic.ReferenceCommit, Key: "1a2b3c4"}
	for sha, want := range map[string]string{
		"": "a/e1 1a2b3c4d5e6f, b/e1 1a2b3c4, c/e1 1a2b3c4ffff", "1a2b3c4d": "a/e1 1a2b3c4d5e6f, b/e1 1a2b3c4", "1a2b3c4d5e6f77": "a/e1 1a2b3c4d5e6f, b/e1 1a2b3c4",
	} {
		q := episodic.MentionQuery{Project: p, Reference: commit, SHA: sha, Page: episodic.Page{Limit: 2}}
		var got []string
		for {
			page, err := s.ListMentions(t.Context(), q)
			must(t, err)
			for _, m := range page {
				got = append(got, m.By+" "+m.As)
				q.Page.After = m.By
			}
			if len(page) < q.Page.Limit {
				break
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("mentions of %q: %v, want %s", sha, got, want)
		}
	}
	by, err := s.MentionsBy(t.Context(), p, []string{"b", "b/e1", "gone", "gone/e1"})
	must(t, err)
	if len(by) != 2 || len(by["b"]) != 1 || len(by["b/e1"]) != 2 || by["b"][0].Reference.Key != "12" {
		t.Errorf("mentions by an episode and an occurrence: %+v", by)
	}
}

func TestStore_projects(t *testing.T) {
	s := store(t)
	p := project(t, s)
	if _, err := s.GetProject(t.Context(), p); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("a project that nothing was recorded in: %v", err)
	}
	final, _ := history(t)
	record(t, s, p, final...)
	info, err := s.GetProject(t.Context(), p)
	must(t, err)
	if info.Name != p || !info.CreatedAt.Equal(day) {
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
	// Six links inside, seven drawn between episodes, among them one both ways; one pending; the
	// references are a commit, an issue and two files.
	want := episodic.Totals{Episodes: 3, Events: 9, Links: 7 + 6, References: 3}
	if diff := cmp.Diff(map[string]episodic.Totals{p: want, "no-such-project": {}}, totals); diff != "" {
		t.Errorf("totals (-want +got):\n%s", diff)
	}
}

func TestStore_access(t *testing.T) {
	s := store(t)
	p := project(t, s)
	record(t, s, p, prepare(t, "a", 1), prepare(t, "b", 1))
	must(t, s.RecordAccess(t.Context(), p, map[string]int64{"a": 2, "gone": 1}, day))
	must(t, s.RecordAccess(t.Context(), p, map[string]int64{"a": 3}, day.Add(time.Hour)))
	record(t, s, p, prepare(t, "a", 3))
	got, err := s.GetAccess(t.Context(), p, []string{"a", "b", "gone"})
	must(t, err)
	if diff := cmp.Diff(map[string]episodic.Access{"a": {Count: 5, LastAt: day.Add(time.Hour)}}, got); diff != "" {
		t.Errorf("reads, which a revision leaves alone (-want +got):\n%s", diff)
	}
}

func TestStore_SearchText(t *testing.T) {
	s := store(t)
	p, other := project(t, s), project(t, s)
	zebra := func(e *episodic.Episode) {
		e.Domain = "zoo"
		e.Decisions = []episodic.Decision{{ID: "d1", Type: episodic.DecisionDesign, Chosen: "feed the zebras", Rationale: "they were hungry", Outcome: episodic.OutcomeSuccess}}
	}
	record(t, s, p, prepare(t, "a", 2, zebra), prepare(t, "b", 1, func(e *episodic.Episode) { e.Lessons = []string{"Never wake a zebra"} }))
	record(t, s, other, prepare(t, "c", 1, zebra))
	for _, c := range []struct {
		why, text string
		filter    episodic.EpisodeFilter
		want      string
	}{
		{"another form of the word, heads and decisions", "zebra", episodic.EpisodeFilter{}, "a decision, b head"},
		{"filters apply", "zebra", episodic.EpisodeFilter{Domain: "zoo"}, "a decision"},
		{"an event", "Step 2?", episodic.EpisodeFilter{Domain: "zoo"}, "a events, a events"},
		{"no operator of the search language is one", `zebra AND NOT +wake -the "quoted (un closed: [x TO y] ~ ^ \ / * ? { && || !`, episodic.EpisodeFilter{Domain: "zoo"}, "a decision"},
		{"the name of the project is no word", p, episodic.EpisodeFilter{}, ""},
		{"no word at all", "?!*", episodic.EpisodeFilter{}, ""},
		{"nothing has it", "giraffe", episodic.EpisodeFilter{}, ""},
		{"very many words", strings.Repeat("zebra giraffe lion ", 10_000), episodic.EpisodeFilter{Domain: "zoo"}, "a decision"},
	} {
		hits, err := s.SearchText(t.Context(), episodic.ChunkQuery{Project: p, Text: c.text, Filter: c.filter, Limit: 2})
		must(t, err)
		var got []string
		for i, h := range hits {
			got = append(got, fmt.Sprintf("%s %s", h.Episode, h.Part))
			if h.Text == "" || h.Score <= 0 || i > 0 && h.Score > hits[i-1].Score {
				t.Errorf("%s: hit %+v", c.why, h)
			}
		}
		slices.Sort(got)
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %v, want %s", c.why, got, c.want)
		}
	}
	hits, err := s.SearchText(t.Context(), episodic.ChunkQuery{Project: p, Text: "zebra", Limit: 5, Offset: 1})
	if err != nil || len(hits) != 1 {
		t.Errorf("past the first: %+v, %v", hits, err)
	}
}
