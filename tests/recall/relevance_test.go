package recall_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/questions"
)

// TestAsking_Relevance shows every term, and that reads count without changing an episode.
func TestAsking_Relevance(t *testing.T) {
	harness.Beside(t)
	p := newProject(t)
	now := time.Now().UTC()
	when := func(days int) string { return now.AddDate(0, 0, -days).Format(time.RFC3339) }
	p.Record(vars{"id": "new", "task": "repair the pump", "startedAt": when(0), "outcome": "SUCCESS", "domain": "water"})
	p.Record(vars{"id": "old", "task": "repair the pump", "startedAt": when(300), "outcome": "FAILURE", "domain": "fire"})
	p.Record(vars{"id": "unknown", "task": "repair the pump"})
	asked := vars{"text": "repair the pump", "ranking": "RELEVANCE", "domain": "water"}
	before := p.find(recallQuery, asked)
	if got := before.keys(); !slices.Equal(got, []string{"new", "old", "unknown"}) && !slices.Equal(got, []string{"new", "unknown", "old"}) {
		t.Fatalf("found %v", got)
	}
	for _, h := range before.Hits {
		r := h.Terms.Relevance
		if r == nil || h.Terms.WordScore == nil || h.Terms.WordShare == nil {
			t.Fatalf("%s has no terms: %+v", h.Episode.Key, h.Terms)
		}
		sum := r.Similarity + r.Access
		for _, term := range []*float64{r.Recency, r.Success, r.Domain} {
			if term != nil {
				sum += *term
			}
		}
		if !nearly(sum, h.Score) || r.Similarity <= 0 || r.Similarity > .5 {
			t.Errorf("%s: the terms %+v do not add up to %v", h.Episode.Key, r, h.Score)
		}
		known := h.Episode.Key != "unknown"
		if (r.Recency != nil) != known || (r.Success != nil) != known || (r.Domain != nil) != known {
			t.Errorf("%s: what is unknown is null: %+v", h.Episode.Key, r)
		}
	}
	if r := before.Hits[0].Terms.Relevance; *r.Success != .15 || *r.Domain != .05 || *r.Recency < .19 || *r.Recency > .2 || r.Access != 0 {
		t.Errorf("the terms of a success of today in the same domain: %+v", r)
	}
	content := p.Contents()
	p.eventuallyRead("old", 20)
	after := p.find(recallQuery, asked)
	i := slices.Index(after.keys(), "old")
	if r := after.Hits[i].Terms.Relevance; r.Access <= .02 || r.Access > .1 || *r.Success != 0 || *r.Domain != 0 {
		t.Errorf("the terms of a failure that was read 20 times: %+v", r)
	}
	if p.Contents() != content {
		t.Errorf("reads changed an episode: %s, before %s", p.Contents(), content)
	}
	if plain := p.find(recallQuery, vars{"text": "repair the pump"}); plain.Hits[0].Terms.Relevance != nil {
		t.Errorf("relevance that nobody asked for: %+v", plain.Hits[0].Terms)
	}
}

func TestAsking_Like(t *testing.T) {
	p := newProject(t)
	p.Record(vars{"id": "one", "task": "repair the water pump", "lessons": []string{"order gaskets early"}})
	p.Record(vars{"id": "two", "task": "the pump leaked again", "lessons": []string{"keep gaskets"}})
	p.Record(vars{"id": "far", "task": "paint the fence"})
	got := p.find(recallQuery, vars{"like": "one"})
	if keys := got.keys(); !slices.Equal(keys, []string{"two"}) || !slices.Contains(got.Hits[0].Words, "gaskets") {
		t.Errorf("like it is %v: %+v", keys, got.Hits)
	}
}

func TestAsking_Related(t *testing.T) {
	p := newProject(t)
	p.Record(vars{"id": "cause", "task": "raise the limit", "decisions": []vars{{"id": "d001", "chosen": "four times"}}})
	p.Record(vars{
		"id": "found", "task": "the gateway melted", "events": []vars{{"id": "e001", "type": "ERROR", "content": "503, see #77", "causedBy": []string{"cause/d001"}}},
	})
	p.Record(vars{"id": "shares", "task": "write about #77"})
	p.Record(vars{"id": "further", "task": "undo", "decisions": []vars{{"id": "d001", "chosen": "back", "effects": []string{}}}, "links": []vars{
		{"source": "d001", "relation": "PREVENTS", "target": "cause/d001"},
	}})
	p.Record(vars{"id": "apart", "task": "paint the fence"})
	if got := p.find(recallQuery, vars{"text": "gateway melted"}); !slices.Equal(got.keys(), []string{"found"}) || len(got.Related) > 0 {
		t.Errorf("nobody asked for more: %+v", got)
	}
	got := p.find(recallQuery, vars{"text": "gateway melted", "related": 10})
	var keys []string
	for _, r := range got.Related {
		keys = append(keys, r.Episode.Key)
		if r.Weight <= 0 || r.Weight > 1 || r.Steps[0].From.Key != "found" || r.Steps[len(r.Steps)-1].To.Key != r.Episode.Key {
			t.Errorf("%s: %+v", r.Episode.Key, r)
		}
	}
	if !slices.Equal(keys, []string{"cause", "shares", "further"}) {
		t.Fatalf("related are %v", keys)
	}
	link := got.Related[0].Steps[0]
	if link.Relation == nil || *link.Relation != "CAUSES" || !link.Backward || link.FromOccurrence.Key != "found/e001" ||
		link.ToOccurrence.Key != "cause/d001" || link.Reference != nil || link.Mentions != nil {
		t.Errorf("the link: %+v", link)
	}
	reference := got.Related[1].Steps[0]
	if reference.Reference == nil || reference.Reference.Key != "77" || *reference.Mentions != 2 || reference.Relation != nil || reference.FromOccurrence != nil {
		t.Errorf("the reference: %+v", reference)
	}
	if steps := got.Related[2].Steps; len(steps) != 2 || steps[0].To.Key != "cause" || *steps[1].Relation != "PREVENTS" {
		t.Errorf("two steps: %+v", steps)
	}
	if one := p.find(recallQuery, vars{"text": "gateway melted", "related": 1}); len(one.Related) != 1 || one.Related[0].Episode.Key != "cause" {
		t.Errorf("one is the strongest: %+v", one.Related)
	}
}

func TestAsking_SimilarFailures(t *testing.T) {
	p := newProject(t)
	p.Record(vars{
		"id": "both", "task": "deploy", "outcome": "FAILURE", "decisions": []vars{{"id": "d001", "chosen": "raise the connection limit"}},
		"events": []vars{{"id": "e001", "type": "ERROR", "content": "pool exhausted: too many connections"}},
	})
	p.Record(vars{"id": "error", "task": "migrate", "outcome": "PARTIAL", "events": []vars{{"id": "e001", "type": "ERROR", "content": "pool exhausted"}}})
	p.Record(vars{"id": "decision", "task": "tune", "outcome": "FAILURE", "decisions": []vars{{"id": "d001", "chosen": "raise the connection limit"}}})
	p.Record(vars{"id": "fine", "task": "pool exhausted no more", "outcome": "SUCCESS", "decisions": []vars{{"id": "d001", "chosen": "raise the connection limit"}}})
	p.Record(vars{"id": "other", "task": "paint", "outcome": "FAILURE"})
	p.Record(vars{"id": "said", "task": "raise the connection limit", "outcome": "FAILURE"})

	byError := p.find(failuresQuery, vars{"error": "FATAL: connection pool exhausted (too many connections)"})
	if keys := byError.keys(); keys[0] != "both" || slices.Contains(keys, "fine") || slices.Contains(keys, "other") || !slices.Contains(keys, "error") {
		t.Errorf("by the error: %v", keys)
	}
	if h := byError.Hits[0]; h.Terms.ErrorShare == nil || *h.Terms.ErrorShare != 1 || h.Terms.DecisionShare != nil || h.Score != 1 || !slices.Contains(h.Words, "exhausted") {
		t.Errorf("the terms by the error: %+v", h)
	}
	byDecisions := p.find(failuresQuery, vars{"decisions": []string{"raise the limit of connections"}})
	if keys := byDecisions.keys(); len(keys) != 2 || slices.Contains(keys, "fine") || byDecisions.Hits[0].Part != "DECISION" {
		t.Errorf("by decisions: %+v", byDecisions)
	}
	together := p.find(failuresQuery, vars{"error": "pool exhausted", "decisions": []string{"raise the limit of connections"}})
	if keys := together.keys(); len(keys) != 3 || keys[0] != "both" {
		t.Errorf("by both: %v", keys)
	}
	for _, h := range together.Hits {
		if !nearly(h.Score, (*h.Terms.ErrorShare+*h.Terms.DecisionShare)/2) {
			t.Errorf("%s: %v is not the mean of %v and %v", h.Episode.Key, h.Score, *h.Terms.ErrorShare, *h.Terms.DecisionShare)
		}
	}
	if got := p.find(failuresQuery, vars{"error": "pool exhausted", "filter": vars{"outcomes": []string{"PARTIAL"}}}); !slices.Equal(got.keys(), []string{"error"}) {
		t.Errorf("with a filter: %v", got.keys())
	}
	if got := p.find(failuresQuery, vars{"error": "pool exhausted", "first": 1}); len(got.Hits) != 1 || !got.Truncated {
		t.Errorf("one of two: %+v", got)
	}
}

func TestAsking_SimilarDecisions(t *testing.T) {
	p := newProject(t)
	long := strings.Repeat("the harbour was full that day. ", 100)
	p.Record(vars{"id": "one", "task": "mail", "outcome": "FAILURE", "decisions": []vars{
		{"id": "d001", "type": "ROUTING", "context": "how to route mail", "options": []string{"by load", "by hand"}, "chosen": "by load", "rationale": long, "outcome": "SUCCESS"},
		{"id": "d002", "type": "DESIGN", "context": "colour of the page", "chosen": "blue"},
	}})
	p.Record(vars{"id": "two", "task": "routing of mail", "outcome": "SUCCESS", "decisions": []vars{
		{"id": "d001", "type": "DESIGN", "context": "where mail is routed", "chosen": "at the edge", "outcome": "PARTIAL"},
	}, "events": []vars{{"id": "e001", "content": "mail was routed"}}})
	got := p.find(decisionsQuery, vars{"context": "routing mail"})
	var keys []string
	for _, h := range got.Hits {
		keys = append(keys, h.Decision.Key)
	}
	slices.Sort(keys[:2])
	if !slices.Equal(keys, []string{"one/d001", "two/d001", "one/d002"}) || got.Truncated {
		t.Fatalf("each decision once, that beside the others last: %v", keys)
	}
	for _, h := range got.Hits[:2] {
		if h.Decision.Key == "one/d001" && (h.Decision.Chosen != "by load" || h.Decision.Outcome != "SUCCESS" || h.Episode.Outcome != "FAILURE") {
			t.Errorf("how it ended: %+v", h)
		}
		if h.Score <= 0 || h.Terms.WordShare == nil || h.Text == "" || h.Decision.Key == "two/d001" && len(h.Words) == 0 {
			t.Errorf("why it was found: %+v", h)
		}
	}
	narrow := p.find(decisionsQuery, vars{"context": "routing mail", "filter": vars{"decisionTypes": []string{"ROUTING"}}, "first": 1})
	if len(narrow.Hits) != 1 || narrow.Hits[0].Decision.Key != "one/d001" || narrow.Truncated {
		t.Errorf("of one type: %+v", narrow)
	}
	if one := p.find(decisionsQuery, vars{"context": "routing mail", "first": 1}); len(one.Hits) != 1 || !one.Truncated || len(one.Related) != 0 {
		t.Errorf("one of two: %+v", one)
	}
	if none := p.find(decisionsQuery, vars{"context": "routing mail", "offset": 50}); len(none.Hits) != 0 || !strings.Contains(none.note(), "match, so an offset of 50 leaves none") {
		t.Errorf("behind all: %+v", none)
	}
	p.Record(vars{"id": "cause", "task": "a storm", "events": []vars{{"id": "e001", "content": "a storm"}}, "links": []vars{{"source": "e001", "target": "one/d001", "relation": "CAUSES"}}})
	linked := p.find(decisionsQuery, vars{"context": "routing mail", "first": 2, "related": 3})
	if r := linked.Related; len(r) != 1 || r[0].Episode.Key != "cause" || r[0].Weight <= 0 || len(r[0].Steps) != 1 || !r[0].Steps[0].Backward {
		t.Errorf("what the decisions lead to: %+v", r)
	}
	p.Refused("more than a walk reaches", decisionsQuery, vars{"context": "routing mail", "related": 51}, "INVALID_INPUT related")
}

// TestAsking_RelatedLifts asks the questions that several episodes answer: two episodes that
// the hits lead to are worth more than two further hits.
func TestAsking_RelatedLifts(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	list, err := questions.Examples()
	if err != nil {
		t.Fatal(err)
	}
	p := newProject(t)
	p.ImportFiles(vars{"files": harness.ExampleFiles(t)})
	asked, alone, together := 0, 0.0, 0.0
	for _, q := range list {
		if q.Kind != questions.KindSeveral {
			continue
		}
		asked++
		alone += p.covers(q, 10, 0)
		together += p.covers(q, 8, 2)
	}
	alone, together = alone/float64(asked), together/float64(asked)
	t.Logf("of the episodes that answer %d questions, 10 hits hold %.3f, 8 hits with 2 related ones %.3f", asked, alone, together)
	if asked < 10 || together < alone || together < .9 {
		t.Errorf("%.3f of the episodes with related ones, %.3f without, over %d questions", together, alone, asked)
	}
}

// covers is the share of the episodes wanted that so many hits and related episodes hold.
func (p *project) covers(q questions.Question, hits, related int) float64 {
	p.T.Helper()
	got := p.find(recallQuery, vars{"text": q.Text, "first": hits, "related": related})
	keys := got.keys()
	for _, r := range got.Related {
		keys = append(keys, r.Episode.Key)
	}
	n := 0
	for _, want := range q.Episodes {
		if slices.Contains(keys, want) {
			n++
		}
	}
	return float64(n) / float64(len(q.Episodes))
}

// TestAsking_Degraded asks everything while the search engine does not answer.
func TestAsking_Degraded(t *testing.T) {
	m := newMemory(t)
	m.degrades(t)
	m.record(m.service, episodic.Episode{
		ID: "ep", Task: "repair the importer", Outcome: episodic.OutcomeFailure,
		Decisions: []episodic.Decision{{ID: "d001", Chosen: "a lenient importer"}},
		Events:    []episodic.Event{{ID: "e001", Type: episodic.EventError, Content: "the importer refused line 12"}},
	})
	m.record(m.service, simple("fine", "praise the importer"))
	failures, err := m.silent.Recall.SimilarFailures(t.Context(), recall.FailureQuestion{
		Project: m.project, Error: "refused by the importer", Decisions: []string{"lenient"}, Limit: 5,
	})
	if err != nil || !slices.Equal(ids(failures), []string{"ep"}) || !failures.Degraded || failures.Reason == "" {
		t.Errorf("failures: %+v, %v", failures, err)
	}
	decisions, err := m.silent.Recall.SimilarDecisions(t.Context(), recall.DecisionQuestion{Project: m.project, Context: "importer", Limit: 5})
	if err != nil || len(decisions.Hits) != 1 || decisions.Hits[0].Decision().ID != "d001" || !decisions.Degraded || decisions.More {
		t.Errorf("decisions: %+v, %v", decisions, err)
	}
	counting := memory.NewEpisodes(memory.EpisodeParts{
		Store: m.store, Index: openIndex(t, "http://127.0.0.1:1", ""), Fallback: m.fallback, Tokens: tokens.New(),
	}, m.clock)
	read, err := counting.Briefing.ContextFor(t.Context(), briefing.ContextQuestion{Project: m.project, Task: "an importer", Budget: 2_000})
	if err != nil || len(read.Entries) != 2 || !read.Degraded || !strings.Contains(read.Text, "[ep/d001] ") {
		t.Errorf("what to read: %+v, %v", read, err)
	}
	if _, err := m.silent.Briefing.ContextFor(t.Context(), briefing.ContextQuestion{Project: m.project, Task: "x", Budget: 500}); err == nil {
		t.Error("nothing counts the tokens, and no word about it")
	}
}
