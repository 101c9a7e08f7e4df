package notes_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
	"github.com/causeway-memory/causeway/internal/soak"
	"pgregory.net/rapid"
)

// pieces are what markdown, YAML and notes give a meaning.
func pieces() []string {
	return []string{
		"---", "\n", "\r\n", "\n\n", "\\", "\\\n", "#", "# ", "## Decisions\n", "### d009: x\n", "[[", "]]", "[[d001]]", "[", "]", ":", ": ", " ", "   ", "\t",
		"`", "```", "```\n## Context\n", "~~~", "- ", "* ", "1. ", "12) ", "- **Outcome**: failure", "**", "#milestone", " #test ^e001", "^e1", "|", "<!--", "-->", "%%", "{}", "&", "*", "!", "%", "@",
		strings.Repeat("0", 64), "'", "\"", ",", "null", "true", "~", "2026-01-02", "[2026-01-02T00:00:00Z] ", "[unknown] ", "(none)", "(temporal)", "🙂", "é", "e\u0301", "\u202e", "\u2066", "\u200b", "\ufeff", "\u2028", "\u00a0", "\ufffd", "word", "a b", "> ", "=", "\\[", "1", "0x1", "1_0", ".5",
	}
}

func anyText() *rapid.Generator[string] {
	piece := rapid.OneOf(rapid.SampledFrom(pieces()), rapid.SampledFrom(pieces()), rapid.StringN(0, 4, 16))
	return rapid.Map(rapid.SliceOfN(piece, 0, 6), func(s []string) string { return printable(strings.Join(s, "")) })
}

// printable leaves out what no text of an episode may hold.
func printable(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	return strings.Map(func(c rune) rune {
		if c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0 {
			return -1
		}
		return c
	}, strings.ToValidUTF8(s, ""))
}

func anyWord() *rapid.Generator[string] {
	return rapid.Map(anyText(), func(s string) string { return strings.NewReplacer("\n", "", "\t", "").Replace(s) })
}

func anyID() *rapid.Generator[string] {
	parts := []string{"d", "e001", "#", "^", "[", "]", "]]", "[[", "|", ":", "\\", "`", "EPISODE-", "outcome-", "é", "-", "*", "1."}
	return rapid.Map(rapid.SliceOfN(rapid.SampledFrom(parts), 1, 4), func(s []string) string { return strings.Join(s, "") })
}

func anyTime() *rapid.Generator[episodic.Timestamp] {
	return rapid.Custom(func(t *rapid.T) episodic.Timestamp {
		at := time.Unix(rapid.SampledFrom([]int64{1, 86_400, 1_700_000_000, 1_767_225_600}).Draw(t, "at"), rapid.Int64Range(0, 999_999_999).Draw(t, "ns"))
		precision := episodic.Precision(rapid.IntRange(0, 2).Draw(t, "precision"))
		if rapid.Bool().Draw(t, "none") {
			return episodic.Timestamp{}
		}
		return episodic.Timestamp{Time: at.UTC(), Precision: precision}
	})
}

func anyEpisode() *rapid.Generator[episodic.Episode] {
	return rapid.Custom(func(t *rapid.T) episodic.Episode {
		texts := func(name string) []string { return rapid.SliceOfN(anyText(), 0, 2).Draw(t, name) }
		words := func(name string) []string { return rapid.SliceOfN(anyWord(), 0, 2).Draw(t, name) }
		text := func(name string) string { return anyText().Draw(t, name) }
		e := episodic.Episode{
			ID: anyID().Draw(t, "id"), Session: anyWord().Draw(t, "session"), Task: text("task"), StartedAt: anyTime().Draw(t, "start"),
			Outcome: rapid.SampledFrom(episodic.Outcomes()).Draw(t, "outcome"), Domain: anyWord().Draw(t, "domain"),
			Tools: words("tools"), Tags: append(words("tags"), rapid.SampledFrom([]string{"episodic", "x"}).Draw(t, "tag")),
			Goals: texts("goals"), Insights: texts("insights"), Lessons: texts("lessons"), Notes: texts("notes"),
			CausalOrderVersion: rapid.IntRange(0, 2).Draw(t, "order"),
		}
		if key := strings.TrimSpace(anyWord().Draw(t, "variable")); key != "" {
			e.Context = map[string]string{key: strings.TrimSpace(anyWord().Draw(t, "state"))}
		}
		if key := text("extra"); key != "" {
			value, _ := json.Marshal(map[string]any{"a": text("value"), "n": json.Number(rapid.SampledFrom([]string{"1.0", "1e3", "-0"}).Draw(t, "number"))})
			e.Extra = map[string]json.RawMessage{key: value}
		}
		if rapid.Bool().Draw(t, "measured") {
			e.Metrics.DurationMinutes, e.Metrics.ToolCalls = new(rapid.SampledFrom([]float64{0, .1, 45, 1e21}).Draw(t, "minutes")), new(int64(0))
		}
		addOccurrences(t, &e)
		return e
	})
}

// addOccurrences adds decisions, events and links of all kinds.
func addOccurrences(t *rapid.T, e *episodic.Episode) {
	used := map[string]bool{episodic.OutcomeID: true}
	id := func(name string) string {
		s := anyID().Draw(t, name)
		for used[s] {
			s += "x"
		}
		used[s] = true
		return s
	}
	ends := []string{episodic.OutcomeID}
	for range rapid.IntRange(0, 2).Draw(t, "decisions") {
		d := episodic.Decision{
			ID: id("decision"), At: anyTime().Draw(t, "at"), Type: rapid.SampledFrom(episodic.DecisionTypes()).Draw(t, "type"),
			Context: anyText().Draw(t, "context"), Options: rapid.SliceOfN(anyText(), 0, 2).Draw(t, "options"), Chosen: anyText().Draw(t, "chosen"),
			Rationale: anyText().Draw(t, "rationale"), Outcome: rapid.SampledFrom(episodic.Outcomes()).Draw(t, "ended"), Factor: anyWord().Draw(t, "factor"),
			Actor: anyWord().Draw(t, "actor"),
		}
		if d.Type == episodic.DecisionOther {
			d.ReportedType = "w" + anyWord().Draw(t, "own type") + "w"
		}
		if d.Outcome == episodic.OutcomeUnknown {
			d.ReportedOutcome = "w" + anyWord().Draw(t, "own outcome") + "w"
		}
		e.Decisions, ends = append(e.Decisions, d), append(ends, d.ID)
	}
	for range rapid.IntRange(0, 11).Draw(t, "events") {
		v := episodic.Event{
			ID: id("event"), At: anyTime().Draw(t, "at"), Type: rapid.SampledFrom(episodic.EventTypes()).Draw(t, "type"),
			Content: anyText().Draw(t, "content"), Factor: anyWord().Draw(t, "factor"), Actor: anyWord().Draw(t, "actor"),
		}
		if v.Type == episodic.EventOther {
			v.ReportedType = "w" + anyWord().Draw(t, "own type") + "w"
		}
		e.Events, ends = append(e.Events, v), append(ends, v.ID)
	}
	for range rapid.IntRange(0, 4).Draw(t, "links") {
		source := rapid.SampledFrom(ends).Draw(t, "source")
		target := rapid.SampledFrom(append(ends, "other/"+anyID().Draw(t, "there"))).Draw(t, "target")
		if source == target {
			continue
		}
		l := episodic.Link{
			Source: source, Target: target, Note: anyText().Draw(t, "note"),
			Relation: rapid.SampledFrom(episodic.Relations()).Draw(t, "relation"), Basis: rapid.SampledFrom(episodic.Bases()).Draw(t, "basis"),
		}
		if rapid.Bool().Draw(t, "sure") {
			l.Confidence = new(rapid.SampledFrom([]float64{0, .1, 1. / 3, 1}).Draw(t, "confidence"))
		}
		e.Links = append(e.Links, l)
	}
}

func TestWriteEpisode_HostileTexts(t *testing.T) {
	taken := 0
	soak.Check(t, 600, func(r *rapid.T) {
		p, err := intake.Prepare(anyEpisode().Draw(r, "episode"))
		if err != nil {
			return
		}
		taken++
		rounds(r, p, titles(p))
	})
	if least := soak.Rounds(300); taken < least {
		t.Errorf("of the random episodes %d are valid; the test is to try %d", taken, least)
	}
}

// What is text must not be shown as anything else, though it would be read the same.
func TestWriteEpisode_Escapes(t *testing.T) {
	for text, want := range map[string]string{
		"a [[d001]] b":       `a \[[d001]] b`,
		"# a\n- b\n  1. c":   "\\# a\\\n  \\- b\\\n    1\\. c",
		`C:\dir\`:            `C:\dir\\`,
		"a\n\n  b":           "a\\\n  \\\n    b",
		"x <!-- y --> %%z%%": `x \<!-- y --> \%%z\%%`,
		"snake_case *is* ok": "snake_case *is* ok",
	} {
		p := episodictest.MustPrepare(t, episodic.Episode{ID: "a", Lessons: []string{text}})
		raw := written(t, p, titles(p))
		if !strings.Contains(string(raw), "\n- "+want+"\n") {
			t.Errorf("%q is not written as %q\n%s", text, want, raw)
		}
		reads(t, p, raw)
	}
}

// The API takes a link that joins a commit to itself; importers of files leave it out.
func TestWriteEpisode_OneCommit(t *testing.T) {
	rounds(t, episodictest.MustPrepare(t, episodic.Episode{
		ID: "a",
		Events: []episodic.Event{
			{ID: "e001", Type: episodic.EventCommit, Content: "Commit: 9d770ec01c0ffee"}, {ID: "e002", Type: episodic.EventCommit, Content: "Commit: 9d770ec"},
		},
		Links: []episodic.Link{{Source: "e001", Relation: episodic.RelationCauses, Target: "e002"}},
	}), titles())
}

func FuzzParse(f *testing.F) {
	for _, text := range pieces() {
		f.Add(text, text)
	}
	f.Fuzz(func(t *testing.T, task, content string) {
		p, err := intake.Prepare(episodic.Episode{
			ID: "a", Task: task, Lessons: []string{content}, Context: map[string]string{"k": strings.ReplaceAll(task, "\n", " ")},
			Decisions: []episodic.Decision{{ID: "d1", Chosen: content, Options: []string{task, content}}},
			Events:    []episodic.Event{{ID: "e1", Content: content}, {ID: "e2", Content: task}},
			Links:     []episodic.Link{{Source: "e1", Target: "e2", Relation: episodic.RelationEnables, Note: task}},
		})
		if err != nil {
			return
		}
		rounds(t, p, titles(p))
	})
}

func FuzzReadNote(f *testing.F) {
	for _, body := range append(pieces(), "## Events Timeline\n\n1. [2026-01-21T10:00:00Z] a #milestone\n", "## Relations\n- causes [[EPISODE-x]]\n", "## Decisions\n### d001: x\n- **Effects**: [[d002]], e003\n") {
		f.Add("title: EPISODE-1\ntype: episode\n", body)
		f.Add("title: PATTERN-1\ntype: pattern\n", body)
	}
	f.Fuzz(func(t *testing.T, front, body string) {
		raw := []byte(fmt.Sprintf("---\n%s---\n%s", front, body))
		p, _, err := ingest.Read(ingest.FormatMarkdown, "x.md", raw)
		if err != nil {
			return
		}
		if note, err := notes.Head("x.md", raw); err != nil || note.Kind != notes.KindEpisode {
			return
		}
		rounds(t, p, titles(p))
	})
}
