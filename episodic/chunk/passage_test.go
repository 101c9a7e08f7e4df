package chunk_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/google/go-cmp/cmp"
)

func chunksOf(e episodic.Episode) []episodic.Chunk {
	return chunk.Chunks(episodic.Stored{Revision: 1, Episode: e}).Chunks
}

// numbered returns n words that no other prefix shares.
func numbered(prefix string, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = fmt.Sprintf("%s%d", prefix, i)
	}
	return strings.Join(words, " ")
}

func TestChunks_CarryWhatFiltersAsk(t *testing.T) {
	e := episodictest.Full()
	for _, got := range chunksOf(e) {
		want := episodic.Chunk{
			Episode: e.ID, Revision: 1, Outcome: e.Outcome, Session: e.Session, Domain: e.Domain, TaskType: e.TaskType,
			Complexity: e.Complexity, Tags: e.Tags, Tools: e.Tools, Strategies: e.Strategies, Task: e.Task, StartedAt: e.StartedAt,
			References:    []episodic.Reference{{Kind: "commit", Key: "3f2a91c"}, {Kind: "pull_request", Key: "12"}},
			DecisionTypes: []episodic.DecisionType{episodic.DecisionDesign}, Failed: true,
		}
		want.Number, want.Part, want.Text, want.Own, want.Around = got.Number, got.Part, got.Text, got.Own, got.Around
		want.Occurrences = got.Occurrences
		if got.Part == episodic.PartDecision {
			want.DecisionType = episodic.DecisionDesign
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("chunk %d (-want +got):\n%s", got.Number, diff)
		}
	}
}

func TestChunks_TextOfTheHead(t *testing.T) {
	e := episodictest.Full()
	e.Tools, e.Links = []string{"git", "go"}, []episodic.Link{
		{Source: "outcome", Target: "other/e1", Note: "of the outcome"},
		{Source: "other/e1", Target: "d001", Note: "of the decision"},
		{Source: "e001", Target: "outcome", Note: "of the event"},
		{Source: "d001", Target: "e002", Note: "where it begins"},
		{Source: "d001", Target: "e001"},
	}
	chunks := chunksOf(e)
	head := strings.Join([]string{
		"Choose a router", "Outcome: partial", "Lesson: cache <first> & ask", "Insight: cache", "Goal: fast",
		"Constraint: no network", "Tags: a, b", "Tools: git, go", "Strategies: tdd", "Domain: routing",
		"Task type: feature", "Complexity: low", "Known before: load = high", "Known before: team = a", "Note: checked",
		"Link: of the outcome", "Session: 2026-05-03-session-1", "Episode: episode-2026-05-03-1",
	}, "\n")
	decision := strings.Join([]string{
		"Context: router", "Option: a", "Option: b", "Chosen: a", "Rationale: fewer hops", "Outcome: success",
		"Type: design", "Factor: router", "Link: of the decision", "Link: where it begins",
	}, "\n")
	events := "linted\nType: lint\nLink: of the event\ncommit: Commit: 3f2a91c\nFactor: commit"
	for i, want := range []string{head, decision, events} {
		if diff := cmp.Diff(want, chunks[i].Text); diff != "" {
			t.Errorf("chunk %d (-want +got):\n%s", i, diff)
		}
	}
}

func TestChunks_SayNothingOfTheUnknown(t *testing.T) {
	got := chunksOf(episodic.Episode{
		ID: "ep", Outcome: episodic.OutcomeUnknown, ReportedOutcome: "mostly",
		Decisions: []episodic.Decision{{ID: "d1", Type: episodic.DecisionOther, ReportedType: "gut", Outcome: episodic.OutcomeUnknown}},
		Events:    []episodic.Event{{ID: "e1", Type: episodic.EventOther, ReportedType: "lint", Content: "x"}},
	})
	for i, want := range []string{"Outcome: mostly\nEpisode: ep", "Type: gut", "x\nType: lint"} {
		if got[i].Text != want {
			t.Errorf("chunk %d is %q, want %q", i, got[i].Text, want)
		}
	}
}

func TestChunks_DaysOfWhatTheyQuote(t *testing.T) {
	event := func(id, at string) episodic.Event {
		return episodic.Event{ID: id, At: episodictest.Day(t, at), Content: id}
	}
	got := chunksOf(episodic.Episode{
		ID: "ep", StartedAt: episodictest.Day(t, "2026-05-01"),
		Events: []episodic.Event{
			event("one", "2026-05-02T10:00:00Z"), event("two", "2026-05-02T12:00:00Z"),
			event("three", "2026-05-03"), event("four", ""),
		},
	})[1]
	want := "one two three four 2026-05-02 2026 05 02 05-02 saturday may 2026-05-03 2026 05 03 05-03 sunday may 2026-05-01 2026 05 01 05-01 friday may"
	if got.Own != want {
		t.Errorf("each day once, that of the episode for an unknown one:\n%s, want\n%s", got.Own, want)
	}
}

func TestChunks_DayIsThatOfUTC(t *testing.T) {
	evening := episodic.Timestamp{Time: time.Date(2026, 5, 3, 23, 0, 0, 0, time.FixedZone("", -2*3600))}
	if got, want := chunksOf(episodic.Episode{ID: "ep", StartedAt: evening})[0].Own, "ep 2026-05-04 2026 05 04 05-04 monday may"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestChunks_VariablesStandInOrder(t *testing.T) {
	e := episodic.Episode{ID: "ep", Context: map[string]string{}}
	want := ""
	for i := range 20 {
		e.Context[fmt.Sprintf("v%02d", i)] = "on"
		want += fmt.Sprintf("Known before: v%02d = on\n", i)
	}
	if diff := cmp.Diff(want+"Episode: ep", chunksOf(e)[0].Text); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestChunks_AroundIsTwoOnEitherSideAndTheTask(t *testing.T) {
	e := episodic.Episode{ID: "ep", Task: numbered("task", 130)}
	for i := range 7 {
		e.Decisions = append(e.Decisions, episodic.Decision{ID: fmt.Sprint("d", i), Chosen: fmt.Sprint("choice", i)})
	}
	got := chunksOf(e)
	task := numbered("task", 120)
	for number, want := range map[int]string{
		0: "choice0 choice1 " + task,
		4: "choice1 choice2 choice4 choice5 " + task,
		7: "choice4 choice5 " + task,
	} {
		if diff := cmp.Diff(want, got[number].Around); diff != "" {
			t.Errorf("chunk %d (-want +got):\n%s", number, diff)
		}
	}
}

func TestChunks_CutInEqualPieces(t *testing.T) {
	tests := map[string]struct {
		why   string
		words int
		want  []int
	}{
		"whole":   {"as much as one chunk holds", 240, []int{240}},
		"halves":  {"one word more is cut in the middle, not at the end", 241, []int{121, 120}},
		"thirds":  {"pieces are about equal", 490, []int{164, 164, 162}},
		"nothing": {"one word is a chunk", 1, []int{1}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := chunksOf(episodic.Episode{ID: "ep", Decisions: []episodic.Decision{{ID: "d1", Rationale: numbered("w", tt.words)}}})[1:]
			var have []int
			for _, c := range got {
				rest, labelled := strings.CutPrefix(c.Text, "Rationale: ")
				if !labelled || strings.TrimSpace(rest) == "" {
					t.Errorf("a piece does not say what it is: %.40q", c.Text)
				}
				have = append(have, len(strings.Fields(rest)))
			}
			if diff := cmp.Diff(tt.want, have); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		})
	}
}

func TestChunks_CutBetweenWordsOnly(t *testing.T) {
	text := strings.Repeat("see (owner/repo#12), max_retries… ", 200)
	var joined strings.Builder
	for _, c := range chunksOf(episodic.Episode{ID: "ep", Decisions: []episodic.Decision{{ID: "d1", Chosen: text}}})[1:] {
		piece := strings.TrimPrefix(c.Text, "Chosen: ")
		if joined.Len() > 0 && !strings.HasPrefix(piece, "see") && !strings.HasPrefix(piece, "owner/repo#12") && !strings.HasPrefix(piece, "max_retries") {
			t.Errorf("a piece begins inside of a word or before it: %.20q", piece)
		}
		joined.WriteString(piece)
	}
	if joined.String() != text {
		t.Error("the pieces are not the text")
	}
}

func TestChunks_JoinedLinesStayJoinedWhereTheyAreCut(t *testing.T) {
	tags := strings.Fields(numbered("tag", 300))
	got := chunksOf(episodic.Episode{ID: "ep", Tags: tags})
	if len(got) != 2 {
		t.Fatalf("%d chunks", len(got))
	}
	if want := "Tags: " + strings.Join(tags[:151], ", "); got[0].Text != want {
		t.Errorf("the first piece is %.60q…", got[0].Text)
	}
	if !strings.HasPrefix(got[1].Text, "Tags: tag151, tag152, ") || !strings.HasSuffix(got[1].Text, ", tag299\nEpisode: ep") {
		t.Errorf("the second piece is %q", got[1].Text)
	}
}

func TestChunks_GatherEventsUpToTheLimit(t *testing.T) {
	tests := map[string]struct {
		why   string
		words []int
		want  []int
	}{
		"full":       {"80 words fill a chunk", []int{40, 40, 1}, []int{2, 1}},
		"one over":   {"81 are too many", []int{40, 41}, []int{1, 1}},
		"alone":      {"one event of 80 words is not cut", []int{80, 1}, []int{1, 1}},
		"too long":   {"one of 81 is", []int{81}, []int{1, 1}},
		"order":      {"a long one does not overtake", []int{1, 81, 1}, []int{1, 1, 1, 1}},
		"first long": {"nothing is open before it", []int{200}, []int{1, 1, 1}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			e := episodic.Episode{ID: "ep"}
			for i, n := range tt.words {
				e.Events = append(e.Events, episodic.Event{ID: fmt.Sprint("e", i), Content: numbered("w", n)})
			}
			var have []int
			for _, c := range chunksOf(e)[1:] {
				have = append(have, len(c.Occurrences))
			}
			if diff := cmp.Diff(tt.want, have); diff != "" {
				t.Errorf("%s (-want +got):\n%s", tt.why, diff)
			}
		})
	}
}

func TestChunks_EventsWithoutWordsAreBounded(t *testing.T) {
	e := episodic.Episode{ID: "ep"}
	for i := range 200 {
		e.Events = append(e.Events, episodic.Event{ID: fmt.Sprint("e", i), Content: "🤔"})
	}
	held := 0
	for _, c := range chunksOf(e)[1:] {
		if held += len(c.Occurrences); len(c.Occurrences) > 81 {
			t.Errorf("a chunk quotes %d events", len(c.Occurrences))
		}
	}
	if held != 200 {
		t.Errorf("%d of 200 events are quoted", held)
	}
}
