package briefing_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/google/go-cmp/cmp"
)

// letters counts every character as a token.
type letters struct{}

func (letters) CountTokens(text string) (int, error) { return utf8.RuneCountInString(text), nil }

// clinging counts more tokens the more lines stand together, which no vocabulary should.
type clinging struct{}

func (clinging) CountTokens(text string) (int, error) {
	lines := strings.Count(text, "\n")
	return len(strings.Fields(text)) + lines*lines, nil
}

type broken struct{}

func (broken) CountTokens(string) (int, error) { return 0, errors.New("no vocabulary") }

func storedAs(e episodic.Episode) episodic.Stored { return episodic.Stored{Episode: e} }

// storm is an episode of which there is something of every kind to tell.
func storm() episodic.Episode {
	return episodic.Episode{
		ID: "storm", Task: "Stop the\nretry storm", Outcome: episodic.OutcomeFailure,
		StartedAt: episodic.Timestamp{Time: time.Date(2026, 5, 3, 8, 0, 0, 0, time.UTC)},
		Decisions: []episodic.Decision{
			{ID: "d1", Chosen: "wait", Outcome: episodic.OutcomeFailure},
			{ID: "d2", Context: "errors rise", Options: []string{"wait", "roll back"}, Chosen: "roll back", Rationale: "it was calm before", Outcome: episodic.OutcomeUnknown},
		},
		Events: []episodic.Event{
			{ID: "e1", Type: episodic.EventError, Content: "503 from the gateway"},
			{ID: "e2", Type: episodic.EventMilestone, Content: "calm"},
			{ID: "e3", Type: episodic.EventError, Content: "timeout"},
		},
		Lessons: []string{"add jitter", "Add  jitter"},
	}
}

func TestTell(t *testing.T) {
	calm := episodic.Episode{ID: "calm", Task: "Watch", Outcome: episodic.OutcomeUnknown, Lessons: []string{"add jitter", "sleep well"}}
	hits := []recall.Hit{{
		Episode: "storm", Stored: storedAs(storm()),
		Best: episodic.ChunkHit{Part: episodic.PartEvents, Text: "error: 503 from the gateway\nmilestone: calm", Occurrences: []string{"storm/e1", "storm/e2"}},
	}}
	got, err := briefing.Tell(letters{}, 4000, hits, []episodic.Stored{storedAs(calm)})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"[storm] similar, 2026-05-03, outcome failure: Stop the retry storm",
		"[storm/e1] matches: error: 503 from the gateway milestone: calm",
		"[storm/d1] decision, outcome failure: chosen wait",
		"[storm/d2] decision, outcome unknown: errors rise; chosen roll back; because it was calm before; instead of wait",
		"[storm/e3] error: timeout",
		"[storm] lesson (3 times): add jitter",
		"[calm] recent failure, outcome unknown: Watch",
		"[calm] lesson: sleep well",
	}, "\n")
	if diff := cmp.Diff(want, got.Text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got.Tokens != utf8.RuneCountInString(want) || got.Cut() {
		t.Errorf("%d tokens, left out %+v", got.Tokens, got.LeftOut)
	}
	calm.Task, calm.Lessons = "", nil
	if got, err := briefing.Tell(letters{}, 4000, nil, []episodic.Stored{storedAs(calm)}); err != nil || got.Text != "[calm] recent failure, outcome unknown" {
		t.Errorf("without a task: %q, %v", got.Text, err)
	}
	if _, err := briefing.Tell(broken{}, 4000, hits, nil); err == nil {
		t.Error("what cannot be counted was told")
	}
}

// TestTell_alike tells one task that was done again and again, and what differed.
func TestTell_alike(t *testing.T) {
	var hits []recall.Hit
	for i, chosen := range []string{"all at once", "all at once", "one rack first"} {
		id := fmt.Sprintf("e%d", i)
		hits = append(hits, recall.Hit{Episode: id, Stored: storedAs(episodic.Episode{
			ID: id, Task: fmt.Sprintf("Deploy the router to rack %d", i), Outcome: episodic.OutcomeSuccess,
			Decisions: []episodic.Decision{{ID: "d1", Context: "rollout", Chosen: chosen, Outcome: episodic.OutcomeSuccess}},
			Events:    []episodic.Event{{ID: "e1", Type: episodic.EventMilestone, Content: "The racks are up"}, {ID: "e2", Type: episodic.EventCommit, Content: "8d2a3f1"}},
		})})
	}
	got, err := briefing.TellChoices(letters{}, 4000, hits, nil, func(int) ([]briefing.Advice, error) { return nil, nil }, []briefing.Choice{{
		Variable: "rollout", Options: []briefing.OptionCount{{Factor: "f1", State: "all at once", Successes: 4, Failures: 6}, {Factor: "f2", State: "one rack first", Successes: 11, Partial: 1}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"[f1] so far, rollout: all at once: 6 of 10 failed; one rack first: 0 of 12 failed, 1 in part",
		"[e0] similar, outcome success: Deploy the router to rack 0",
		"[e0/d1] decision, outcome success (2 times): rollout; chosen all at once",
		"[e0/e1] milestone (3 times): The racks are up",
		"[e1] similar, outcome success: the task of [e0]",
		"[e2] similar, outcome success: the task of [e0]",
		"[e2/d1] decision, outcome success: rollout; chosen one rack first",
	}, "\n")
	if diff := cmp.Diff(want, got.Text); diff != "" || got.Cut() {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestTell_full gives less room than there is to tell: almost all of it is used, whatever its size.
func TestTell_full(t *testing.T) {
	var hits []recall.Hit
	for i := range 40 {
		e := episodic.Episode{ID: fmt.Sprintf("e%d", i), Outcome: episodic.OutcomeSuccess}
		for k := range 30 {
			text := strings.Repeat(fmt.Sprintf("w%d%d ", i, k), 5+20*(k%3))
			e.Task, e.Events = text, append(e.Events, episodic.Event{ID: fmt.Sprint("v", k), Type: episodic.EventTest, Content: text})
		}
		hits = append(hits, recall.Hit{Episode: e.ID, Stored: storedAs(e)})
	}
	for budget := briefing.LeastBudget; budget < 16_000; budget += budget / 2 {
		got, err := briefing.Tell(tokens.New(), budget, hits, nil)
		if err != nil || got.Tokens < budget*9/10 || got.Tokens > budget {
			t.Errorf("%d tokens of %d, %v", got.Tokens, budget, err)
		}
	}
}

func TestTell_nothing(t *testing.T) {
	got, err := briefing.Tell(tokens.New(), briefing.LeastBudget, nil, nil)
	if err != nil || got.Text != "" || got.Tokens != 0 || got.Cut() {
		t.Errorf("%+v, %v", got, err)
	}
}

// TestTell_foundDecisionFirst gives little room, so that only what was found is told.
func TestTell_foundDecisionFirst(t *testing.T) {
	e := storm()
	e.Lessons, e.Events = nil, nil
	hit := recall.Hit{Episode: e.ID, Stored: storedAs(e), Best: episodic.ChunkHit{Part: episodic.PartDecision, Occurrences: []string{"storm/d2"}}}
	got, err := briefing.Tell(letters{}, briefing.LeastBudget, []recall.Hit{hit}, nil)
	if err != nil || !strings.Contains(got.Text, "\n[storm/d2] decision") || strings.Contains(got.Text, "storm/d1") {
		t.Errorf("%s, %v", got.Text, err)
	}
	if got.LeftOut.Lines != 1 {
		t.Errorf("left out: %+v", got.LeftOut)
	}
}

// TestTell_small gives a small budget to long episodes: warnings take a part of it, what is
// similar the rest, and no line is cut to nothing.
func TestTell_small(t *testing.T) {
	long := func(id string) episodic.Stored {
		e := storm()
		e.ID, e.Task = id, strings.Repeat("a long task ", 20)
		for i := range e.Decisions {
			e.Decisions[i].Rationale = strings.Repeat("for a long reason ", 20)
		}
		return storedAs(e)
	}
	var hits []recall.Hit
	for i := range 5 {
		hits = append(hits, recall.Hit{Episode: fmt.Sprint("similar-", i), Stored: long(fmt.Sprint("similar-", i))})
	}
	failed := []episodic.Stored{long("failed-0"), long("failed-1"), long("failed-2")}
	for budget := briefing.LeastBudget; budget < 1500; budget += 30 {
		got, err := briefing.Tell(tokens.New(), budget, hits, failed)
		if err != nil {
			t.Fatal(err)
		}
		spent, similar := 0, 0
		for _, e := range got.Entries {
			if e.Reason == briefing.ReasonSimilar {
				similar++
			} else {
				spent += e.Tokens
			}
			for _, l := range e.Lines {
				if told := strings.TrimPrefix(l.Text, "["+l.Key+"] "); strings.HasSuffix(told, "…") && utf8.RuneCountInString(told) < 40 {
					t.Errorf("%d tokens: a line that tells nothing: %q", budget, l.Text)
				}
			}
		}
		if similar == 0 || spent == 0 || spent > budget/4 {
			t.Errorf("%d tokens: %d similar episodes, %d tokens of warnings", budget, similar, spent)
		}
	}
}

// TestTell_property tells random episodes with every counter and budget: never more than the
// budget, every line with its episode, nothing twice, and nothing lost without a word.
func TestTell_property(t *testing.T) {
	random := soak.Rand(10, 10)
	counters := []explain.Tokens{tokens.New(), letters{}, clinging{}}
	cut, lines, rounds := 0, 0, soak.Rounds(90)
	for i := range rounds {
		hits, failed := randomEpisodes(random)
		counter := counters[i%len(counters)]
		budget := briefing.LeastBudget + random.IntN(1+int(float64(briefing.MostBudget-briefing.LeastBudget)*random.Float64()*random.Float64()))
		got, err := briefing.Tell(counter, budget, hits, failed)
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := counter.CountTokens(got.Text); n > budget || n != got.Tokens {
			t.Fatalf("%d tokens, said to be %d, of %d with %T:\n%s", n, got.Tokens, budget, counter, got.Text)
		}
		lines += checkLines(t, got)
		if got.Cut() {
			cut++
		}
		if told := len(got.Entries) + got.LeftOut.Episodes; told != len(hits)+len(failed) {
			t.Fatalf("%d episodes are told or counted, of %d", told, len(hits)+len(failed))
		}
	}
	if cut < rounds/3 || cut == rounds || lines < 5*rounds {
		t.Errorf("%d of %d were cut, %d lines: too little is tested", cut, rounds, lines)
	}
}

// checkLines fails unless the text is the lines of the entries, each with its key and once.
func checkLines(t *testing.T, c briefing.TaskContext) int {
	t.Helper()
	var want []string
	said := map[string]bool{}
	episodes := map[string]bool{}
	for _, e := range c.Entries {
		sum := 0
		if episodes[e.Stored.Episode.ID] || len(e.Lines) == 0 || e.Lines[0].Kind != briefing.LineEpisode {
			t.Fatalf("%s is there twice, or without its own line", e.Stored.Episode.ID)
		}
		episodes[e.Stored.Episode.ID] = true
		for _, l := range e.Lines {
			owner, _, _ := strings.Cut(l.Key, "/")
			if owner != e.Stored.Episode.ID || !strings.HasPrefix(l.Text, "["+l.Key+"] ") || strings.Contains(l.Text, "\n") {
				t.Fatalf("a line without its key %q: %q", l.Key, l.Text)
			}
			lesson := l.Text
			if l.Kind == briefing.LineLesson {
				_, lesson, _ = strings.Cut(l.Text, "] ")
			}
			if said[lesson] && !strings.HasSuffix(lesson, "…") {
				t.Fatalf("told twice: %q", lesson)
			}
			said[lesson] = true
			sum += l.Tokens
			want = append(want, l.Text)
		}
		if sum != e.Tokens || sum >= 500 {
			t.Fatalf("an entry of %d tokens, said to be %d", sum, e.Tokens)
		}
	}
	got := strings.Split(c.Text, "\n")
	if c.Text == "" {
		got = nil
	}
	if c.Cut() {
		if mark := got[len(got)-1]; !strings.HasPrefix(mark, "(cut to ") {
			t.Fatalf("no mark of a cut: %q", mark)
		}
		got = got[:len(got)-1]
	}
	if !slices.Equal(got, want) {
		t.Fatalf("the text is not its lines (-lines +text):\n%s", cmp.Diff(want, got))
	}
	return len(want)
}

// randomEpisodes makes similar episodes and recent failures of all sizes and scripts.
func randomEpisodes(random *rand.Rand) (hits []recall.Hit, failed []episodic.Stored) {
	text := func() string {
		words := []string{"retry", "storm", "gateway", "日本語の文", "🤔🤔", "src/ingest/read_file.go:12", "  ", "\n", "ééé", strings.Repeat("x", 300)}
		var b strings.Builder
		for range random.IntN(1 + random.IntN(1+random.IntN(150))) {
			b.WriteString(words[random.IntN(len(words))] + " ")
		}
		return b.String()
	}
	one := func(i int) episodic.Stored {
		e := episodic.Episode{ID: fmt.Sprintf("ep-%d-%s", i, strings.Repeat("é", random.IntN(1+random.IntN(190)))), Task: text(), Outcome: episodic.OutcomeFailure}
		for k := range random.IntN(1 + random.IntN(40)) {
			e.Decisions = append(e.Decisions, episodic.Decision{ID: fmt.Sprint("d", k), Chosen: text(), Rationale: text(), Options: []string{text()}})
			e.Events = append(e.Events, episodic.Event{ID: fmt.Sprint("e", k), Type: episodic.EventError, Content: text()})
			e.Lessons = append(e.Lessons, fmt.Sprint("lesson ", random.IntN(10)))
		}
		return storedAs(e)
	}
	for i := range random.IntN(12) {
		s := one(i)
		hits = append(hits, recall.Hit{Episode: s.Episode.ID, Stored: s, Best: episodic.ChunkHit{Part: episodic.PartHead}})
	}
	for i := range random.IntN(4) {
		failed = append(failed, one(100+i))
	}
	return hits, failed
}
