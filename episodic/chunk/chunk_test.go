package chunk_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestChunks(t *testing.T) {
	got := chunk.Chunks(episodic.Stored{Revision: 3, Episode: episodic.Episode{
		ID: "ep", Task: "Repair the importer", StartedAt: episodictest.Day(t, "2026-05-03"),
		Outcome: episodic.OutcomeFailure, Tags: []string{"import"}, Lessons: []string{"Read files twice"},
		Decisions: []episodic.Decision{{
			ID: "d001", Type: episodic.DecisionDesign, Context: "parser", Options: []string{"strict", "lenient"},
			Chosen: "lenient", Rationale: "old files", Outcome: episodic.OutcomeUnknown, At: episodictest.Day(t, "2026-05-04T10:00:00Z"),
		}},
		Events: []episodic.Event{
			{ID: "e001", Type: episodic.EventError, Content: "crash in reader"},
			{ID: "e002", Type: episodic.EventUnknown, Content: "fixed"},
		},
	}})
	type view struct {
		Part             episodic.ChunkPart
		Number           int
		Text, Own, Other string
		Occurrences      []string
	}
	head := "repair import failur read file twice import ep"
	decision := "parser strict lenient lenient old file design"
	want := []view{
		{
			episodic.PartHead, 0,
			"Repair the importer\nOutcome: failure\nLesson: Read files twice\nTags: import\nEpisode: ep",
			head + " 2026-05-03 2026 05 03 05-03 sunday may",
			decision + " crash reader fix repair import", nil,
		},
		{
			episodic.PartDecision, 1,
			"Context: parser\nOption: strict\nOption: lenient\nChosen: lenient\nRationale: old files\nType: design",
			decision + " 2026-05-04 2026 05 04 05-04 monday may",
			head + " crash reader fix repair import",
			[]string{"ep/d001"},
		},
		{
			episodic.PartEvents, 2, "error: crash in reader\nfixed",
			"crash reader fix 2026-05-03 2026 05 03 05-03 sunday may",
			head + " " + decision + " repair import",
			[]string{"ep/e001", "ep/e002"},
		},
	}
	var have []view
	for _, c := range got.Chunks {
		have = append(have, view{c.Part, c.Number, c.Text, c.Own, c.Around, c.Occurrences})
		if c.Episode != "ep" || c.Revision != 3 || c.Outcome != episodic.OutcomeFailure || c.Task != "Repair the importer" {
			t.Errorf("chunk %d has other attributes than its episode: %+v", c.Number, c)
		}
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("chunks (-want +got):\n%s", diff)
	}
}

func TestChunks_unknownDate(t *testing.T) {
	got := chunk.Chunks(episodic.Stored{Episode: episodic.Episode{ID: "ep", Task: "work"}})
	if want := "work ep"; len(got.Chunks) != 1 || got.Chunks[0].Own != want {
		t.Errorf("an unknown day must leave no words: %+v", got.Chunks)
	}
}

func TestChunks_events(t *testing.T) {
	words := func(prefix string, n int) string {
		list := make([]string, n)
		for i := range list {
			list[i] = fmt.Sprintf("%s%d", prefix, i)
		}
		return strings.Join(list, " ")
	}
	for name, c := range map[string]struct {
		why    string
		events []string
		want   [][]string
	}{
		"gathered":  {"short events stand together", []string{words("a", 30), words("b", 30), words("c", 20)}, [][]string{{"ep/e0", "ep/e1", "ep/e2"}}},
		"full":      {"the next event would make it too long", []string{words("a", 50), words("b", 40)}, [][]string{{"ep/e0"}, {"ep/e1"}}},
		"long":      {"a long event is cut and stands alone", []string{"x", words("a", 200), "y"}, [][]string{{"ep/e0"}, {"ep/e1"}, {"ep/e1"}, {"ep/e1"}, {"ep/e2"}}},
		"wordless":  {"events without words are bounded too", strings.Split(strings.Repeat("🤔 ", 80), " "), nil},
		"no events": {"nothing to quote", nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			e := episodic.Episode{ID: "ep", Task: "t"}
			for i, content := range c.events {
				e.Events = append(e.Events, episodic.Event{ID: fmt.Sprintf("e%d", i), Content: content})
			}
			var got [][]string
			for _, chunk := range chunk.Chunks(episodic.Stored{Episode: e}).Chunks[1:] {
				got = append(got, chunk.Occurrences)
				if n := len(strings.Fields(chunk.Text)); n > 80 {
					t.Errorf("%s: a chunk of %d words", c.why, n)
				}
			}
			if c.want != nil && !cmp.Equal(c.want, got) {
				t.Errorf("%s (-want +got):\n%s", c.why, cmp.Diff(c.want, got))
			}
		})
	}
}

// genText draws a text as writers write them, with every kind of word that Analyze knows.
func genText() *rapid.Generator[string] {
	word := rapid.OneOf(
		rapid.StringMatching(`[a-zA-Z]{1,9}`),
		rapid.SampledFrom([]string{"the", "who", "it's", "be9c22975", "#12", "a/b.go", "x_y", "日本語", "🤔", "…", "PRs", "\n"}),
		rapid.String(),
	)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(word, 0, 300).Draw(t, "words"), " ")
	})
}

func genEpisode() *rapid.Generator[episodic.Episode] {
	text, few := genText(), rapid.SliceOfN(genText(), 0, 3)
	return rapid.Custom(func(t *rapid.T) episodic.Episode {
		e := episodic.Episode{
			ID: "ep", Session: text.Draw(t, "session"), Task: text.Draw(t, "task"),
			ReportedOutcome: text.Draw(t, "reported outcome"), Domain: text.Draw(t, "domain"),
			TaskType: text.Draw(t, "task type"), Complexity: text.Draw(t, "complexity"),
			Context: map[string]string{text.Draw(t, "variable"): text.Draw(t, "state")},
			Tools:   few.Draw(t, "tools"), Strategies: few.Draw(t, "strategies"), Tags: few.Draw(t, "tags"),
			Goals: few.Draw(t, "goals"), Constraints: few.Draw(t, "constraints"),
			Insights: few.Draw(t, "insights"), Lessons: few.Draw(t, "lessons"), Notes: few.Draw(t, "notes"),
		}
		for i := range rapid.IntRange(0, 3).Draw(t, "decisions") {
			e.Decisions = append(e.Decisions, episodic.Decision{
				ID: fmt.Sprintf("d%d", i), ReportedType: text.Draw(t, "type"), Context: text.Draw(t, "context"),
				Options: few.Draw(t, "options"), Chosen: text.Draw(t, "chosen"), Rationale: text.Draw(t, "rationale"),
				ReportedOutcome: text.Draw(t, "outcome"), Factor: text.Draw(t, "factor"),
			})
		}
		for i := range rapid.IntRange(0, 6).Draw(t, "events") {
			e.Events = append(e.Events, episodic.Event{
				ID: fmt.Sprintf("e%d", i), ReportedType: text.Draw(t, "type"),
				Content: text.Draw(t, "content"), Factor: text.Draw(t, "factor"),
			})
		}
		for _, source := range []string{"d0", "e0", episodic.OutcomeID, "other/d0"} {
			e.Links = append(e.Links, episodic.Link{Source: source, Target: "e1", Note: text.Draw(t, "note")})
		}
		return e
	})
}

// texts lists every text of an episode.
func texts(e episodic.Episode) []string {
	all := []string{e.Session, e.Task, e.ReportedOutcome, e.Domain, e.TaskType, e.Complexity}
	for k, v := range e.Context {
		all = append(all, k, v)
	}
	for _, list := range [][]string{
		e.Tools, e.Strategies, e.Tags, e.Goals, e.Constraints, e.Insights, e.Lessons, e.Notes,
	} {
		all = append(all, list...)
	}
	for _, d := range e.Decisions {
		all = append(all, d.ReportedType, d.Context, d.Chosen, d.Rationale, d.ReportedOutcome, d.Factor)
		all = append(all, d.Options...)
	}
	for _, v := range e.Events {
		all = append(all, v.ReportedType, v.Content, v.Factor)
	}
	for _, l := range e.Links {
		all = append(all, l.Note)
	}
	return all
}

func TestChunks_loseNothing(t *testing.T) {
	soak.Check(t, 100, func(t *rapid.T) {
		e := genEpisode().Draw(t, "episode")
		cut := chunk.Chunks(episodic.Stored{Episode: e})
		held, shown := map[string]bool{}, strings.Builder{}
		for i, c := range cut.Chunks {
			for _, term := range strings.Split(c.Own, " ") {
				held[term] = true
			}
			shown.WriteString(c.Text)
			if c.Number != i || len(c.Around) > 60_000 {
				t.Fatalf("chunk %d has the number %d and %d bytes around", i, c.Number, len(c.Around))
			}
		}
		for _, text := range texts(e) {
			for _, term := range lexis.Analyze(text) {
				if !held[term] {
					t.Fatalf("%q of %q is in no chunk", term, text)
				}
			}
		}
	})
}

func TestChunks_pure(t *testing.T) {
	soak.Check(t, 100, func(t *rapid.T) {
		s := episodic.Stored{Episode: genEpisode().Draw(t, "episode")}
		if diff := cmp.Diff(chunk.Chunks(s), chunk.Chunks(s)); diff != "" {
			t.Fatalf("two cuts differ:\n%s", diff)
		}
	})
}

func TestFailed(t *testing.T) {
	tests := map[string]struct {
		why  string
		e    episodic.Episode
		want bool
	}{
		"success": {"nothing went wrong", episodic.Episode{Outcome: episodic.OutcomeSuccess, Events: []episodic.Event{{Type: episodic.EventTest}}}, false},
		"unknown": {"what is unknown is no failure", episodic.Episode{Outcome: episodic.OutcomeUnknown}, false},
		"failure": {"it says so", episodic.Episode{Outcome: episodic.OutcomeFailure}, true},
		"partial": {"a part was missed", episodic.Episode{Outcome: episodic.OutcomePartial}, true},
		"error":   {"an error on the way to a success", episodic.Episode{Outcome: episodic.OutcomeSuccess, Events: []episodic.Event{{Type: episodic.EventError}}}, true},
		"choice":  {"a decision failed", episodic.Episode{Outcome: episodic.OutcomeSuccess, Decisions: []episodic.Decision{{Outcome: episodic.OutcomeFailure}}}, true},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := chunk.Failed(tt.e); got != tt.want {
				t.Errorf("%s: %t", tt.why, got)
			}
		})
	}
}
