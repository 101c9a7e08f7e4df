package storetest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

func filterExamples() []example {
	return []example{{"filters", exampleFilters}, {"filters before ranking", exampleFilterBeforeRanking}}
}

// differing are episodes that differ in every attribute that filters read.
func differing(t testing.TB) []episodic.Episode {
	return []episodic.Episode{
		{
			ID: "a", Task: "Deploy the API *now*?", Outcome: episodic.OutcomeSuccess, Domain: "web", TaskType: "deploy",
			Complexity: "high", Session: "2026-05-03-session-1", Tags: []string{"ci", "Über tag"}, Tools: []string{"go"},
			Strategies: []string{"fail-fast"}, StartedAt: at(t, "2026-05-03"),
			Events: []episodic.Event{{ID: "e1", Actor: "Nora", Type: episodic.EventMilestone, Content: "done in commit 1a2b3c4d5"}},
		},
		{
			ID: "b", Task: "deploy a\nsecond line", Outcome: episodic.OutcomeFailure, Domain: "web", TaskType: "repair",
			Complexity: "low", Session: "s2", Tags: []string{"ci", "urgent"}, Tools: []string{"git", "go"},
			StartedAt: at(t, "2026-05-03T00:00:00.000000001Z"), Lessons: []string{"see issue #12"},
		},
		{
			ID: "c", Task: "ÄRGER with Deploys 100%_", Outcome: episodic.OutcomeUnknown, Domain: "Web", Tags: []string{"CI"},
			StartedAt: at(t, "2026-05-02T23:59:59.999999999Z"),
		},
		{ID: "d", Task: "deploy by nobody", Outcome: episodic.OutcomePartial, Tags: []string{`a"b\c`, "x,y"}},
		{
			ID: "e", Task: "deploy long ago", Outcome: episodic.OutcomeSuccess, StartedAt: at(t, "0001-01-02"),
			Decisions: []episodic.Decision{{ID: "d1", Actor: "planner", Type: episodic.DecisionDesign, Chosen: "commit 1a2b3c4"}},
			Events:    []episodic.Event{{ID: "e1", Type: episodic.EventError, Content: "no"}},
		},
		{ID: "f", Task: "deploy far ahead", Outcome: episodic.OutcomeSuccess, StartedAt: at(t, "9999-12-31T23:59:59.5Z")},
	}
}

func exampleFilters(t *testing.T, f *fixture) {
	p := f.project(t)
	for _, e := range differing(t) {
		f.put(t, p, revision(1, e))
	}
	for name, c := range filterCases() {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(found(f.search(t, episodic.ChunkQuery{IndexGeneration: first(p), Text: "deploy", Filter: c.filter})), "")
			if got != c.want {
				t.Errorf("%s: found %q, want %q", c.why, got, c.want)
			}
		})
	}
}

// filterCase is a filter with the episodes of [differing] that match it.
type filterCase struct {
	why    string
	filter episodic.EpisodeFilter
	want   string
}

func filterCases() map[string]filterCase {
	midnight := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	type filter = episodic.EpisodeFilter
	return map[string]filterCase{
		"none":            {"nothing narrows", filter{}, "abcdef"},
		"outcome":         {"unknown is an outcome of its own", filter{Outcomes: []episodic.Outcome{episodic.OutcomeUnknown}}, "c"},
		"outcomes":        {"any of them", filter{Outcomes: []episodic.Outcome{"failure", "partial"}}, "bd"},
		"domain":          {"words are compared as they are", filter{Domain: "web"}, "ab"},
		"task type":       {"the whole word", filter{TaskType: "deploy"}, "a"},
		"complexity":      {"the whole word", filter{Complexity: "low"}, "b"},
		"session":         {"the whole word", filter{Session: "2026-05-03-session-1"}, "a"},
		"part of session": {"a part is another word", filter{Session: "2026-05-03"}, ""},
		"tag":             {"in its case", filter{Tags: []string{"ci"}}, "ab"},
		"tags":            {"at least one", filter{Tags: []string{"urgent", "CI", "nothing"}}, "bc"},
		"tag with space":  {"a tag is not split", filter{Tags: []string{"tag"}}, ""},
		"whole tag":       {"a tag is not folded", filter{Tags: []string{"Über tag"}}, "a"},
		"odd tag":         {"quotes and slashes", filter{Tags: []string{`a"b\c`}}, "d"},
		"comma tag":       {"commas", filter{Tags: []string{"x,y"}}, "d"},
		"injection":       {"a value is never read as a query", filter{Tags: []string{`x"]}){text}}`}}, ""},
		"control bytes":   {"escapes of the query language", filter{Domain: "\x00\x7f\u2028\U000E0001"}, ""},
		"empty tag":       {"no episode has an empty tag", filter{Tags: []string{""}}, ""},
		"spaced tag":      {"words are stored without space around", filter{Tags: []string{" ci"}}, ""},
		"tools":           {"at least one", filter{Tools: []string{"git", "make"}}, "b"},
		"strategies":      {"at least one", filter{Strategies: []string{"fail-fast"}}, "a"},
		"actor":           {"who speaks in an event, in its case", filter{Actors: []string{"Nora", "Planner"}}, "a"},
		"actors":          {"at least one, deciding or speaking", filter{Actors: []string{"planner", "Nora"}}, "ae"},
		"task":            {"a part, in any case", filter{Task: "DEPLOY the"}, "a"},
		"task umlaut":     {"letters of any language", filter{Task: "ärger"}, "c"},
		"task star":       {"a star is a star", filter{Task: "*now*?"}, "a"},
		"task only star":  {"a star is no wildcard", filter{Task: "*"}, "a"},
		"task question":   {"a question mark neither", filter{Task: "deplo?"}, ""},
		"task percent":    {"nor these", filter{Task: "100%_"}, "c"},
		"task lines":      {"over the end of a line", filter{Task: "a\nsecond"}, "b"},
		"task dot":        {"no regular expression", filter{Task: "d.ploy"}, ""},
		"task backslash":  {"no escape", filter{Task: `\`}, ""},
		"task end":        {"the end of it", filter{Task: "nobody"}, "d"},
		"task space":      {"space counts", filter{Task: "deploy "}, "abdef"},
		"since midnight":  {"a day counts from midnight, inclusive", filter{Since: midnight}, "abf"},
		"since later":     {"to the nanosecond", filter{Since: midnight.Add(1)}, "bf"},
		"since after":     {"to the nanosecond", filter{Since: midnight.Add(2)}, "f"},
		"until midnight":  {"exclusive", filter{Until: midnight}, "ce"},
		"until later":     {"to the nanosecond", filter{Until: midnight.Add(1)}, "ace"},
		"between":         {"both bounds", filter{Since: midnight, Until: midnight.Add(1)}, "a"},
		"nothing between": {"an empty span", filter{Since: midnight, Until: midnight}, ""},
		"zone":            {"an instant has no zone", filter{Until: midnight.In(time.FixedZone("", 7200))}, "ce"},
		"far":             {"every year has its place", filter{Since: time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)}, "f"},
		"several":         {"all of them", filter{Domain: "web", Tags: []string{"ci"}, Outcomes: []episodic.Outcome{"failure"}, Since: midnight}, "b"},
		"failed":          {"an outcome, a decision or an event", filter{Failed: true}, "bde"},
		"decision type":   {"one of them", filter{DecisionTypes: []episodic.DecisionType{episodic.DecisionDesign, episodic.DecisionRecovery}}, "e"},
		"no such type":    {"none of them", filter{DecisionTypes: []episodic.DecisionType{episodic.DecisionRecovery}}, ""},
		"reference":       {"in the head", filter{References: []episodic.Reference{{Kind: episodic.ReferenceFile, Key: "docs/ﬁ \"x\".md"}, {Kind: episodic.ReferenceIssue, Key: "12"}}}, "b"},
		"deep reference":  {"in an event", filter{References: []episodic.Reference{{Kind: episodic.ReferenceCommit, Key: "1a2b3c4"}}}, "ae"},
		"part of a key":   {"a key is compared whole", filter{References: []episodic.Reference{{Kind: episodic.ReferenceCommit, Key: "1a2b3c"}}}, ""},
		"another kind":    {"and so is its kind", filter{References: []episodic.Reference{{Kind: episodic.ReferencePullRequest, Key: "12"}}}, ""},
		"failed and more": {"all of them", filter{Failed: true, References: []episodic.Reference{{Kind: episodic.ReferenceCommit, Key: "1a2b3c4"}}}, "e"},
	}
}

// Filters apply before ranking: as many hits as requested come back while that many match, however few
// of all episodes they are.
func exampleFilterBeforeRanking(t *testing.T, f *fixture) {
	p := f.project(t)
	random := rand.New(rand.NewPCG(1, 2))
	byTag := map[string][]string{}
	var all []episodic.EpisodeChunks
	for i := range 400 {
		e := episodic.Episode{ID: fmt.Sprintf("ep-%03d", i), Task: "common"}
		// The matching episodes have more words, so they rank last.
		if i%40 == 0 {
			e.Tags = []string{"rare"}
			e.Task += " " + manyWords(fmt.Sprintf("w%dx", i), 60)
		} else {
			e.Tags = []string{fmt.Sprintf("tag%d", random.IntN(7))}
		}
		byTag[e.Tags[0]] = append(byTag[e.Tags[0]], e.ID)
		all = append(all, revision(1, e))
	}
	f.put(t, p, all...)
	for tag, want := range byTag {
		q := episodic.ChunkQuery{IndexGeneration: first(p), Text: "common", Filter: episodic.EpisodeFilter{Tags: []string{tag}}}
		for _, k := range []int{1, 5, len(want), len(want) + 5} {
			q.Limit = k
			if got := len(f.search(t, q)); got != min(k, len(want)) {
				t.Errorf("%s: %d asked of %d, got %d", tag, k, len(want), got)
			}
		}
		slices.Sort(want)
		q.Limit = 1000
		if diff := cmp.Diff(want, found(f.search(t, q))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tag, diff)
		}
	}
}
