package recall_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/tests/harness"
)

// finding is an answer of recall, of similarFailures or of similarDecisions, as far as asked for.
type finding struct {
	Truncated, Degraded bool
	Reason, Note        *string
	Hits                []struct {
		Score    float64
		Part     string
		Words    []string
		Text     string
		Episode  struct{ Key, Outcome string }
		Decision struct{ Key, Chosen, Outcome, Type string }
		Terms    terms
	}
	Related []struct {
		Weight  float64
		Episode struct{ Key string }
		Steps   []struct {
			From, To                     struct{ Key string }
			Relation                     *string
			FromOccurrence, ToOccurrence *struct{ Key string }
			Reference                    *struct{ Kind, Key string }
			Mentions                     *int
			Backward                     bool
		}
	}
}

type terms struct {
	WordScore, WordShare, Similarity, VectorShare, ErrorShare, DecisionShare *float64
	Relevance                                                                *struct {
		Similarity, Access       float64
		Recency, Success, Domain *float64
	}
}

const (
	termFields   = `terms { wordScore wordShare similarity vectorShare errorShare decisionShare relevance { similarity recency success access domain } }`
	answerFields = `truncated degraded reason note`
	hitFields    = `hits { score part words text episode { key outcome } ` + termFields + ` }`
)

// questionArguments declares the variables that questions share.
const questionArguments = `$project: String!, $text: String, $like: String, $filter: EpisodeFilter, $alpha: Float, $vector: RecallVector,
	$ranking: Ranking! = SIMILARITY, $domain: String, $first: Int! = 10, $offset: Int! = 0, $related: Int! = 0`

const recallQuery = `query(` + questionArguments + `) {
	found: recall(project: $project, text: $text, like: $like, filter: $filter, alpha: $alpha, vector: $vector,
		ranking: $ranking, domain: $domain, first: $first, offset: $offset, related: $related) {
		` + answerFields + ` ` + hitFields + ` related { weight episode { key } steps {
			from { key } to { key } relation fromOccurrence { key } toOccurrence { key } reference { kind key } mentions backward } } } }`

const failuresQuery = `query($project: String!, $error: String, $decisions: [String!], $filter: EpisodeFilter, $first: Int! = 10) {
	found: similarFailures(project: $project, error: $error, decisions: $decisions, filter: $filter, first: $first) {
		` + answerFields + ` ` + hitFields + ` } }`

const decisionsQuery = `query($project: String!, $context: String!, $filter: EpisodeFilter, $first: Int! = 10, $offset: Int! = 0, $related: Int! = 0) {
	found: similarDecisions(project: $project, context: $context, filter: $filter, first: $first, offset: $offset, related: $related) {
		` + answerFields + ` related { weight episode { key } steps { backward } } hits { score words text episode { key outcome } decision { key chosen outcome type } ` + termFields + ` } } }`

// find asks one of the queries above.
func (p *project) find(query string, v vars) finding {
	p.T.Helper()
	return harness.Get[struct{ Found finding }](p, query, v).Found
}

// keys returns the episodes found, best first.
func (f finding) keys() []string {
	keys := []string{}
	for _, h := range f.Hits {
		keys = append(keys, h.Episode.Key)
	}
	return keys
}

func (f finding) note() string {
	if f.Note == nil {
		return ""
	}
	return *f.Note
}

// TestColdStart checks that an agent that asks before the first episode, or when all are gone, gets
// an empty answer that says so: no error, and nothing degraded.
func TestColdStart(t *testing.T) {
	p := newProject(t)
	for _, c := range []struct{ when, note string }{
		{"before the project is there", "there is no project"}, {"when its episodes are deleted", "has no episodes yet"},
	} {
		got := harness.Get[map[string]struct {
			Degraded                       bool
			Note                           string
			Total                          int
			Hits, Entries, Patterns, Found []any
		}](p.Project, coldQuery, nil)
		for field, a := range got {
			if a.Degraded || a.Note == "" || a.Total+len(a.Hits)+len(a.Entries)+len(a.Patterns)+len(a.Found) > 0 {
				t.Errorf("%s %s answers %+v, want an empty answer with a note", c.when, field, a)
			}
			if field != "findApplicable" && !strings.Contains(a.Note, c.note) {
				t.Errorf("%s the note of %s is %q, want %q", c.when, field, a.Note, c.note)
			}
		}
		p.RecordBase()
		p.Edit("deleteEpisode", "base")
	}
}

const coldQuery = `query($project: String!) {
	recall(project: $project, text: "before") { degraded note hits { score } }
	contextFor(project: $project, task: "take a payment") { degraded note entries { reason } patterns { score } }
	findApplicable(project: $project, task: {text: "take a payment"}) { note total found { score } }
}`

func TestAsking_BadInput(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newBase(t)
	inverted := vars{"since": "2026-05-02", "until": "2026-05-01"}
	for name, c := range map[string]struct {
		why, query string
		v          vars
		want       string
	}{
		"k of 0":               {"a page has items", recallQuery, vars{"text": "there", "first": 0}, "INVALID_INPUT first"},
		"k of -1":              {"", recallQuery, vars{"text": "there", "first": -1}, "INVALID_INPUT first"},
		"k of a billion":       {"a page is bounded", recallQuery, vars{"text": "there", "first": 1_000_000_000}, "INVALID_INPUT first"},
		"k beyond Int":         {"Int has 32 bits", recallQuery, vars{"text": "there", "first": 1 << 40}, "INVALID_INPUT first"},
		"alpha of -0.1":        {"it is a weight", recallQuery, vars{"text": "there", "alpha": -.1}, "INVALID_INPUT alpha"},
		"alpha of 1.01":        {"", recallQuery, vars{"text": "there", "alpha": 1.01}, "INVALID_INPUT alpha"},
		"alpha in words":       {"", recallQuery, vars{"text": "there", "alpha": "half"}, "GRAPHQL_VALIDATION_FAILED alpha"},
		"related of -1":        {"", recallQuery, vars{"text": "there", "related": -1}, "INVALID_INPUT related"},
		"related of 51":        {"", recallQuery, vars{"text": "there", "related": 51}, "INVALID_INPUT related"},
		"no question":          {"something is asked", recallQuery, nil, "INVALID_INPUT text"},
		"an empty question":    {"", recallQuery, vars{"text": ""}, "INVALID_INPUT text"},
		"two questions":        {"one of them counts", recallQuery, vars{"text": "there", "like": "base"}, "INVALID_INPUT like"},
		"like nothing":         {"the episode has to be there", recallQuery, vars{"like": "nobody"}, "NOT_FOUND"},
		"no such vector":       {"", recallQuery, vars{"text": "there", "vector": "HEAD"}, "GRAPHQL_VALIDATION_FAILED vector"},
		"no such ranking":      {"", recallQuery, vars{"text": "there", "ranking": "BEST"}, "GRAPHQL_VALIDATION_FAILED ranking"},
		"unknown filter":       {"a misspelt filter would find everything", recallQuery, vars{"text": "there", "filter": vars{"colour": "red"}}, "GRAPHQL_VALIDATION_FAILED filter.colour"},
		"unknown decisionType": {"", recallQuery, vars{"text": "there", "filter": vars{"decisionTypes": []string{"BOLD"}}}, "GRAPHQL_VALIDATION_FAILED filter.decisionTypes[0]"},
		"a short SHA":          {"6 digits name too much", recallQuery, vars{"text": "there", "filter": vars{"references": []vars{{"kind": "COMMIT", "key": "abcdef"}}}}, "INVALID_INPUT filter.references[0].key"},
		"inverted, recall":     {"nothing begins after its end", recallQuery, vars{"text": "there", "filter": inverted}, "INVALID_INPUT filter.since"},
		"inverted, a list":     {"", harness.EpisodesQuery, vars{"filter": inverted}, "INVALID_INPUT filter.since"},
		"inverted, failures":   {"", failuresQuery, vars{"error": "there", "filter": inverted}, "INVALID_INPUT filter.since"},
		"inverted, decisions":  {"", decisionsQuery, vars{"context": "there", "filter": inverted}, "INVALID_INPUT filter.since"},
		"inverted, a context":  {"", harness.ContextQuery, vars{"task": "there", "filter": inverted}, "INVALID_INPUT filter.since"},
		"no failure":           {"something went wrong", failuresQuery, nil, "INVALID_INPUT error"},
		"an empty failure":     {"", failuresQuery, vars{"error": " ", "decisions": []string{}}, "INVALID_INPUT error"},
		"an empty decision":    {"", failuresQuery, vars{"decisions": []string{"wait", " "}}, "INVALID_INPUT decisions[1]"},
		"failures, k of 0":     {"", failuresQuery, vars{"error": "there", "first": 0}, "INVALID_INPUT first"},
		"a huge failure":       {"a question is bounded", failuresQuery, vars{"error": strings.Repeat("x", 100_001)}, "TOO_LARGE error"},
		"no context":           {"", decisionsQuery, vars{"context": ""}, "INVALID_INPUT context"},
		"decisions, k of 101":  {"", decisionsQuery, vars{"context": "there", "first": 101}, "INVALID_INPUT first"},
		"no task":              {"", harness.ContextQuery, vars{"task": "\n"}, "INVALID_INPUT task"},
		"no budget":            {"a budget holds a few lines", harness.ContextQuery, vars{"task": "there", "budget": 0}, "INVALID_INPUT budget"},
		"a small budget":       {"", harness.ContextQuery, vars{"task": "there", "budget": 199}, "INVALID_INPUT budget"},
		"a huge budget":        {"", harness.ContextQuery, vars{"task": "there", "budget": 32_001}, "INVALID_INPUT budget"},
		"failures nowhere":     {"no project is no empty answer", failuresQuery, vars{"project": "never-there", "error": "there"}, "PROJECT_NOT_FOUND"},
		"decisions nowhere":    {"", decisionsQuery, vars{"project": "never-there", "context": "there"}, "PROJECT_NOT_FOUND"},
		"like nowhere":         {"the episode to compare with is missing", recallQuery, vars{"project": "never-there", "like": "base"}, "PROJECT_NOT_FOUND"},
	} {
		t.Run(name, func(t *testing.T) {
			a := p.sub(t).Refused(c.why, c.query, c.v, c.want)
			if isOperation := !strings.HasPrefix(c.want, "GRAPHQL"); isOperation && (len(a.Errors) == 0 || len(a.Errors[0].Path) == 0) {
				t.Errorf("no path in %+v", a.Errors)
			}
		})
	}
	t.Run("unknown filter in the query", func(t *testing.T) {
		p.sub(t).Refused("before anything runs", `query($project: String!) {
			recall(project: $project, text: "there", filter: {colour: "red"}) { truncated } }`, nil, "GRAPHQL_VALIDATION_FAILED")
	})
}

// TestAsking_NothingFound gives an empty answer that says why.
func TestAsking_NothingFound(t *testing.T) {
	p := newBase(t)
	for text, want := range map[string]string{
		"the of and": "stand in every text", "?!": "holds no word", "🤔": "holds no word", "quokka": "shares a word",
	} {
		for query, v := range map[string]vars{
			recallQuery: {"text": text}, failuresQuery: {"error": text}, decisionsQuery: {"context": text},
		} {
			if got := p.find(query, v); len(got.Hits) > 0 || got.Truncated || !strings.Contains(got.note(), want) {
				t.Errorf("%q: %d hits, note %q, want one with %q", text, len(got.Hits), got.note(), want)
			}
		}
	}
	if got := p.find(recallQuery, vars{"text": "there"}); len(got.Hits) != 1 || got.Note != nil {
		t.Errorf("an answer with a hit: %+v", got)
	}
}

// TestAsking_AnyText asks with what breaks query languages.
func TestAsking_AnyText(t *testing.T) {
	p := newProject(t)
	p.Record(vars{"id": "walrus", "task": "a walrus sang", "decisions": []vars{{"id": "d001", "chosen": "listen"}}})
	for _, text := range []string{
		`"walrus"`, `walrus"`, `'walrus'`, "walrus/sang", `walrus\sang`, "[walrus]", "(walrus", "{walrus}", "walrus:sang", "own:walrus",
		"walrus AND NOT sang", "walrus*", "walrus~2", "+walrus -sang", "walrus^4", "🤔 walrus 🤔", "walrus\x00sang", "wálrus", "/walrus/",
		"NEAR(walrus sang)", "walrus; DROP TABLE x", "%walrus_", "walrus\n\tsang", strings.Repeat("walrus ", 14_000),
	} {
		for query, v := range map[string]vars{
			recallQuery: {"text": text}, failuresQuery: {"error": text, "decisions": []string{text}},
			decisionsQuery: {"context": text}, harness.ContextQuery: {"task": text},
		} {
			if a := p.Ask(query, v); len(a.Errors) > 0 {
				t.Errorf("%.40q: %s: %s", text, a.Codes(), a.Text())
			}
		}
		if got := p.find(recallQuery, vars{"text": text}).keys(); !slices.Equal(got, []string{"walrus"}) {
			t.Errorf("%.40q finds %v", text, got)
		}
	}
}

// crowd records 60 episodes that share a word and differ in everything that a filter can ask.
func crowd(t *testing.T) *project {
	t.Helper()
	p := newProject(t)
	var all []vars
	for i := range 60 {
		all = append(all, vars{
			"id": fmt.Sprintf("ep-%02d", i), "timestamp": fmt.Sprintf("2026-05-%02dT12:00:00Z", 1+i%20),
			"outcome": []string{"success", "failure", "partial"}[i%3], "task": fmt.Sprintf("common work on lane%d", i%4),
			"domain": []string{"web", "mail"}[i%2], "task_type": fmt.Sprint("kind", i%5), "tools": []string{fmt.Sprint("tool", i%6)},
			"tags":      []string{fmt.Sprint("tag", i%7), "all"},
			"decisions": []vars{{"id": "d001", "type": []string{"design", "test"}[i%2], "chosen": "common choice", "rationale": fmt.Sprintf("see #%d", i%9)}},
			"events":    []vars{{"id": "e001", "type": []string{"error", "milestone"}[i%2], "content": "common event"}},
		})
	}
	p.ImportAll(all...)
	return p
}

// TestAsking_KIsReturned asks under every filter for every number up to what matches.
func TestAsking_KIsReturned(t *testing.T) {
	p := crowd(t)
	for name, filter := range map[string]vars{
		"none":          nil,
		"outcome":       {"outcomes": []string{"FAILURE"}},
		"domain":        {"domain": "mail"},
		"task type":     {"taskType": "kind3"},
		"tools":         {"tools": []string{"tool1", "tool4"}},
		"tags":          {"tags": []string{"tag2"}},
		"decision type": {"decisionTypes": []string{"TEST"}},
		"reference":     {"references": []vars{{"kind": "ISSUE", "key": "4"}, {"kind": "PULL_REQUEST", "key": "4"}}},
		"date range":    {"since": "2026-05-05", "until": "2026-05-08"},
		"part of task":  {"task": "LANE3"},
		"failed":        {"failed": true},
		"several":       {"outcomes": []string{"SUCCESS", "PARTIAL"}, "tags": []string{"all"}, "since": "2026-05-10", "decisionTypes": []string{"DESIGN"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := p.sub(t)
			var want []string
			for _, e := range p.Listed(vars{"filter": filter}) {
				want = append(want, e.Key)
			}
			slices.Sort(want)
			if len(want) == 0 || len(want) == 60 && filter != nil {
				t.Fatalf("%d match: the filter tells nothing apart", len(want))
			}
			for _, k := range []int{1, 2, len(want) - 1, len(want), 100} {
				got := p.find(recallQuery, vars{"text": "common", "filter": filter, "first": max(k, 1)})
				keys := got.keys()
				if len(keys) != min(max(k, 1), len(want)) || got.Truncated != (len(want) > max(k, 1)) {
					t.Errorf("%d of %d asked, %d returned, more %v", k, len(want), len(keys), got.Truncated)
				}
				for _, key := range keys {
					if !slices.Contains(want, key) {
						t.Errorf("%s does not match", key)
					}
				}
			}
			decisions := p.find(decisionsQuery, vars{"context": "common choice", "filter": filter, "first": 100})
			if keys := decisions.keys(); len(keys) != len(want) {
				t.Errorf("%d decisions of %d", len(keys), len(want))
			}
		})
	}
	failures := p.find(failuresQuery, vars{"error": "common", "first": 100})
	for _, h := range failures.Hits {
		if h.Episode.Outcome == "SUCCESS" && !strings.HasSuffix(h.Episode.Key, "0") && !strings.HasSuffix(h.Episode.Key, "2") &&
			!strings.HasSuffix(h.Episode.Key, "4") && !strings.HasSuffix(h.Episode.Key, "6") && !strings.HasSuffix(h.Episode.Key, "8") {
			t.Errorf("%s did not fail", h.Episode.Key)
		}
	}
	if want := len(p.Listed(vars{"filter": vars{"failed": true}})); len(failures.Hits) != want || want == 60 {
		t.Errorf("%d failures of %d", len(failures.Hits), want)
	}
}

// TestAsking_Temporal lists the last ones and those between two days.
func TestAsking_Temporal(t *testing.T) {
	p := crowd(t)
	last := harness.Get[harness.EpisodesAnswer](p, harness.EpisodesQuery, vars{"first": 6}).Episodes
	var got []string
	for _, e := range last.Edges {
		got = append(got, e.Node.Key)
	}
	if diff := cmp.Diff([]string{"ep-59", "ep-39", "ep-19", "ep-58", "ep-38", "ep-18"}, got); diff != "" {
		t.Errorf("the last 6 (-want +got):\n%s", diff)
	}
	between := p.Listed(vars{"filter": vars{"since": "2026-05-03", "until": "2026-05-04"}})
	got = nil
	for _, e := range between {
		got = append(got, e.Key)
	}
	if diff := cmp.Diff([]string{"ep-42", "ep-22", "ep-02"}, got); diff != "" {
		t.Errorf("on the third (-want +got):\n%s", diff)
	}
}

// nearly reports whether two sums are the same but for rounding.
func nearly(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// eventuallyRead reads an episode until its count shows.
func (p *project) eventuallyRead(key string, times int) {
	p.T.Helper()
	for range times {
		p.Ask(`query($project: String!, $key: String!) { episode(project: $project, key: $key) { decisions(byTime: true) { key } } }`, vars{"key": key})
	}
	harness.Eventually(p.T, "the reads are counted", func() bool {
		return harness.Get[struct {
			Node struct{ Access struct{ Count int } }
		}](p, `query($id: ID!) { node(id: $id) { ... on Episode { access { count } } } }`, vars{"id": "Episode:" + p.Name + "/" + key}).Node.Access.Count >= times
	})
}
