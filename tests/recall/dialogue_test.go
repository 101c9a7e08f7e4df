package recall_test

import (
	"fmt"
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

// evidence are the means over questions about dialogues.
type evidence struct{ all, words, reworded, several, used float64 }

// TestDialogue_context holds how much of the evidence is in the context of a question about conversations, and how much
// of the budget is used. What was measured is in docs/recall.md.
func TestDialogue_context(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	episodes, list, err := questions.Dialogues()
	if err != nil {
		t.Fatal(err)
	}
	m := memoryOver(t, (*fixture).open)
	s := askedSet{m, memory.NewEpisodes(memory.EpisodeParts{
		Store: m.store, Index: m.index, Embedder: m.embedder(""), Tokens: tokens.New(),
	}, m.clock)}
	m.recordAll(s.asked, episodes)
	m.maintain(s.asked)
	for budget, floor := range map[int]evidence{500: {words: .9, several: .45, reworded: .1, used: .95}, 1_000: {words: .95, several: .65, reworded: .15, used: .97}, 2_000: {words: .95, several: .8, reworded: .2, used: .97}} {
		got := s.held(list, budget)
		t.Logf("%d tokens: evidence held %+v of %d questions", budget, got, len(list))
		if got.words < floor.words || got.several < floor.several || got.reworded < floor.reworded || got.used < floor.used {
			t.Errorf("%d tokens: %+v, want at least %+v", budget, got, floor)
		}
		if plain := s.heldPlain(list, budget); got.all < plain {
			t.Errorf("%d tokens: a context holds %.3f of the evidence, the best passages of the hits alone %.3f", budget, got.all, plain)
		}
	}
}

func (s askedSet) held(list []questions.Dialogue, budget int) (out evidence) {
	var words, reworded, several []float64
	for _, q := range list {
		c, err := s.asked.Briefing.ContextFor(s.t.Context(), briefing.ContextQuestion{Project: s.project, Task: q.Text, Budget: budget})
		if err != nil {
			s.t.Fatal(err)
		}
		share := heldIn(c.Text, q)
		out.used += float64(c.Tokens) / float64(budget) / float64(len(list))
		out.all += share / float64(len(list))
		switch {
		case q.Several:
			several = append(several, share)
		case q.Reworded:
			reworded = append(reworded, share)
		default:
			words = append(words, share)
		}
	}
	out.words, out.reworded, out.several = mean(words), mean(reworded), mean(several)
	return out
}

// heldPlain packs the text of the hits, best first, as long as it fits.
func (s askedSet) heldPlain(list []questions.Dialogue, budget int) float64 {
	counter, sum := tokens.New(), 0.0
	for _, q := range list {
		a := s.recall(s.asked, recall.Question{Text: q.Text, Limit: 40})
		text := ""
		for _, h := range a.Hits {
			more := text + h.Best.Text + "\n"
			if n, err := counter.CountTokens(more); err != nil || n > budget {
				break
			}
			text = more
		}
		sum += heldIn(text, q)
	}
	return sum / float64(len(list))
}

// heldIn is the share of the turns of a question that stand in a text.
func heldIn(text string, q questions.Dialogue) float64 {
	n := 0
	for _, said := range q.Said {
		if strings.Contains(text, said) {
			n++
		}
	}
	return float64(n) / float64(len(q.Said))
}

func mean(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum / max(1, float64(len(list)))
}

// TestDialogue_turns ranks passages: the turn that answers stands first, and where the speakers are known, a question that names one finds more
// than one that does not, and a filter leaves nobody else's sessions. What was measured is in docs/recall.md.
func TestDialogue_turns(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	episodes, list, err := questions.Dialogues()
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range episodes {
		for k, v := range e.Events {
			e.Events[k].Actor, e.Events[k].Content, _ = strings.Cut(v.Content, ": ")
		}
		episodes[i].Task = "Conversation"
	}
	m := memoryOver(t, (*fixture).open)
	s := askedSet{m, m.standard()}
	m.recordAll(s.asked, episodes)
	m.maintain(s.asked)
	named, lower := s.ranks(list, func(text, _ string) string { return text }), s.ranks(list, func(text, speaker string) string {
		return strings.Replace(text, speaker, strings.ToLower(speaker), 1)
	})
	nobody := s.ranks(list, func(text, speaker string) string { return strings.Replace(text, speaker, "somebody", 1) })
	t.Logf("MRR of turns: %.3f with the speaker's name, %.3f without", named, nobody)
	if named < .62 || named < nobody+.1 || lower != named {
		t.Errorf("MRR of turns: %.3f with the speaker's name, %.3f without it, %.3f in lower case", named, nobody, lower)
	}
	speaks := map[string]bool{}
	for _, e := range episodes {
		speaks[e.ID] = slices.ContainsFunc(e.Events, func(v episodic.Event) bool { return v.Actor == "Selma" })
	}
	a := s.recall(s.asked, recall.Question{Text: "what was cooked?", EachPassage: true, Filter: episodic.EpisodeFilter{Actors: []string{"Selma"}}})
	if len(a.Hits) < 20 || slices.ContainsFunc(a.Hits, func(h recall.Hit) bool { return !speaks[h.Episode] }) {
		t.Errorf("sessions of one speaker: %d hits, %v", len(a.Hits), ids(a))
	}
}

// ranks is the mean reciprocal rank of the first turn that answers among ten, of questions put in some words.
func (s askedSet) ranks(list []questions.Dialogue, put func(text, speaker string) string) float64 {
	sum := 0.0
	for _, q := range list {
		speaker, _, _ := strings.Cut(q.Said[0], ":")
		a := s.recall(s.asked, recall.Question{Text: put(q.Text, speaker), EachPassage: true, Limit: 10})
		at := slices.IndexFunc(a.Hits, func(h recall.Hit) bool {
			return len(h.Best.Occurrences) > 0 && slices.Contains(q.Turns, h.Best.Occurrences[0])
		})
		if at >= 0 {
			sum += 1 / float64(at+1)
		}
	}
	return sum / float64(len(list))
}

// TestRecall_timeInWords asks for a time in the words of different zones: the filter is told, and taken back where it
// would leave nothing.
func TestRecall_timeInWords(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	today := m.clock().UTC().Truncate(24 * time.Hour)
	for id, e := range map[string]episodic.Episode{
		"failed": {Task: "Load the ferry", Outcome: episodic.OutcomeFailure, StartedAt: episodic.Timestamp{Time: today.Add(-3 * time.Hour)}},
		"fine":   {Task: "Load the ferry", Outcome: episodic.OutcomeSuccess, StartedAt: episodic.Timestamp{Time: today.Add(-4 * time.Hour)}},
		"older":  {Task: "Load the ferry, it failed", Outcome: episodic.OutcomeFailure, StartedAt: episodic.Timestamp{Time: today.AddDate(0, 0, -9)}},
	} {
		e.ID = id
		m.record(m.service, e)
	}
	got := m.recall(m.service, recall.Question{Text: "what failed yesterday", Zone: time.UTC})
	if !slices.Equal(ids(got), []string{"failed"}) || got.Time == nil || !got.Time.Failed || !got.Time.Until.Equal(today) {
		t.Errorf("%v, %+v", ids(got), got.Time)
	}
	if got := m.recall(m.service, recall.Question{Text: "the ferry yesterday", Zone: time.UTC}); len(got.Hits) != 2 || got.Time == nil || got.Time.Failed {
		t.Errorf("%v, %+v", ids(got), got.Time)
	}
	if got := m.recall(m.service, recall.Question{Text: "what failed yesterday", Zone: time.UTC, Offset: 1}); len(got.Hits) != 0 || got.Time == nil || got.Note != "no more than 1 match, so an offset of 1 leaves none" {
		t.Errorf("behind all of a time: %v, %+v, %q", ids(got), got.Time, got.Note)
	}
	for text, want := range map[string][]string{"the ferry since yesterday": {"failed", "fine"}, "the ferry before yesterday": {"older"}, "before yesterday": {"older"}} {
		got := m.recall(m.service, recall.Question{Text: text, Zone: time.UTC})
		if found := ids(got); got.Time == nil || !slices.Equal(slices.Sorted(slices.Values(found)), want) {
			t.Errorf("%s: %v, %+v", text, found, got.Time)
		}
	}
	if got := m.recall(m.service, recall.Question{Text: "the ferry in 1999", Zone: time.UTC}); len(got.Hits) != 3 || got.Time != nil || !strings.Contains(got.Note, `nothing of "in 1999" (1999-01-01 to 1999-12-31) matches`) {
		t.Errorf("a time without an episode: %v, %+v", ids(got), got.Time)
	}
	if got := m.recall(m.service, recall.Question{Text: "the ferry yesterday"}); len(got.Hits) != 3 || got.Time != nil {
		t.Errorf("times as words: %v, %+v", ids(got), got.Time)
	}
	own := recall.Question{Text: "the ferry yesterday", Zone: time.UTC, Filter: episodic.EpisodeFilter{Until: today.AddDate(0, 0, -1)}}
	if got := m.recall(m.service, own); !slices.Equal(ids(got), []string{"older"}) || got.Time != nil {
		t.Errorf("a filter with a time: %v, %+v", ids(got), got.Time)
	}
}

// TestRecall_nearestTurn asks in other words for one of several turns that stand in one part: vectors tell which, and words cannot.
func TestRecall_nearestTurn(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	m := newMemory(t)
	vectors := m.standard()
	for i := range 60 {
		m.record(vectors, simple(fmt.Sprintf("fill%02d", i), fmt.Sprintf("Paint the fence of house %d", i)))
	}
	m.record(vectors, episodic.Episode{ID: "talk", Task: "Conversation", Events: []episodic.Event{
		{ID: "t01", Type: episodic.EventOther, Content: "The weather was lovely again"},
		{ID: "t02", Type: episodic.EventOther, Content: "My sister purchased an automobile"},
		{ID: "t03", Type: episodic.EventOther, Content: "We ate soup with bread"},
	}})
	m.maintain(vectors)
	for text, want := range map[string]string{"who bought a car?": "talk/t02", "sunny or rainy?": "talk/t01"} {
		a := m.recall(vectors, recall.Question{Text: text, Limit: 5, EachPassage: true})
		at := slices.IndexFunc(a.Hits, func(h recall.Hit) bool { return h.Episode == "talk" && h.Best.Part == episodic.PartEvents })
		if at < 0 || len(a.Hits[at].Best.Occurrences) != 3 || a.Hits[at].Best.Occurrences[0] != want {
			t.Errorf("%s: want %s first, found %v", text, want, a.Hits)
		}
	}
}

// TestRecall_eachPassage ranks passages: an episode can be several hits, and each names the event that says it first.
func TestRecall_eachPassage(t *testing.T) {
	harness.Beside(t)
	m := newMemory(t)
	talk := episodic.Episode{ID: "talk", Task: "Conversation"}
	for i := range 30 {
		content := fmt.Sprintf("Nora: nothing new under the sun of day %d, only work and more of the same work as ever", i)
		if i == 4 || i == 25 {
			content = "Nora: my walrus likes herring"
		}
		talk.Events = append(talk.Events, episodic.Event{ID: fmt.Sprintf("t%02d", i), Type: episodic.EventOther, Content: content})
	}
	m.record(m.service, talk)
	q := recall.Question{Text: "what does the walrus like?", EachPassage: true}
	each := m.recall(m.service, q)
	if len(each.Hits) < 2 || each.Hits[0].Episode != "talk" || each.Hits[1].Episode != "talk" {
		t.Fatalf("%d hits", len(each.Hits))
	}
	first := []string{each.Hits[0].Best.Occurrences[0], each.Hits[1].Best.Occurrences[0]}
	slices.Sort(first)
	if !slices.Equal(first, []string{"talk/t04", "talk/t25"}) {
		t.Errorf("the best events are %v", first)
	}
	q.EachPassage = false
	one := m.recall(m.service, q)
	if len(one.Hits) != 1 || len(one.Hits[0].Passages) < 2 || one.Hits[0].Passages[1].Score > one.Hits[0].Passages[0].Score {
		t.Errorf("%+v", one.Hits)
	}
}
