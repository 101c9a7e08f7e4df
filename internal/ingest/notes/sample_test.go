package notes_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func sample(t *testing.T, name string) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// golden compares a note with the one that is kept; with UPDATE_SAMPLES=1 it keeps it.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	if os.Getenv("UPDATE_SAMPLES") == "1" {
		if err := os.WriteFile(filepath.Join("testdata", name), got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(sample(t, name)), string(got)); diff != "" {
		t.Errorf("%s (-kept +written):\n%s", name, diff)
	}
}

func TestSample_Episode(t *testing.T) {
	p, _, err := ingest.Read(ingest.FormatEpisode, "sample-episode.json", sample(t, "sample-episode.json"))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := notes.WriteEpisode(p.Episode, "demo", titles(p))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "sample-episode.md", raw)
	reads(t, p, sample(t, "sample-episode.md"))
}

func TestSample_Patterns(t *testing.T) {
	graph, _, err := ingest.ReadGraph("sample-causal-graph.json", sample(t, "sample-causal-graph.json"))
	if err != nil || len(graph.Patterns) != 2 {
		t.Fatalf("%v, %d patterns", err, len(graph.Patterns))
	}
	for _, r := range graph.Patterns {
		p := patterns.Pattern{Key: patterns.KeyOf(r.Name), Name: r.Name, Definition: r.Definition, Claim: r.Claim, Status: patterns.StatusCandidate}
		golden(t, filepath.Join("sample-patterns", notes.PatternTitle(p.Name, p.AntiPattern)+".md"), writtenPattern(t, p, nil))
		readsPattern(t, p, writtenPattern(t, p, nil))
	}
}

func writtenPattern(t tester, p patterns.Pattern, known map[string]patterns.Pattern, trials ...notes.Trial) []byte {
	t.Helper()
	raw, err := notes.WritePattern(p, trials, "demo", notes.NewTitles(nil), known)
	if err != nil {
		t.Fatalf("write: %v", err)
	}
	return raw
}

// readsPattern wants a note to be read as the pattern, but for its relations to others.
func readsPattern(t tester, p patterns.Pattern, raw []byte) notes.Pattern {
	t.Helper()
	note, err := notes.Parse("x.md", raw, nil)
	if err != nil {
		t.Fatalf("read: %v\n%s", err, raw)
	}
	want := p.Clone()
	want.Related, want.Leads = nil, nil
	for _, l := range p.Leads {
		if l.Pattern == "" {
			want.Leads = append(want.Leads, l)
		}
	}
	if diff := cmp.Diff(encoded(want), encoded(note.Pattern.Definition)); diff != "" {
		t.Fatalf("definition (-want +got):\n%s\n%s", diff, raw)
	}
	if note.Pattern.Name != p.Name || encoded(note.Pattern.Claim) != encoded(p.Claim) || len(note.Remarks)+len(note.Pattern.Unread) > 0 {
		t.Fatalf("name %q, claim %s, remarks %v, unread %v\n%s", note.Pattern.Name, encoded(note.Pattern.Claim), note.Remarks, note.Pattern.Unread, raw)
	}
	return note.Pattern
}

func encoded(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

func TestWritePattern_Relations(t *testing.T) {
	named := func(name string) patterns.Pattern {
		return patterns.Pattern{Key: patterns.KeyOf(name), Name: name, Definition: patterns.Definition{Trigger: "t", Action: "a"}.WithDefaults()}
	}
	other, odd := named("Other One"), named("What? #1: [[x]]")
	odd.AntiPattern = true
	p := named("This one")
	p.Leads = []patterns.Leads{
		{Relation: episodic.RelationEnables, Pattern: other.Key},
		{Relation: episodic.RelationPrevents, Pattern: odd.Key},
		{Relation: episodic.RelationCauses, Factor: factor.Identity{Variable: "v", State: "s"}},
	}
	p.Related = []patterns.Related{{Relationship: patterns.Contradicts, Pattern: odd.Key}}
	p.Counts, p.Last = patterns.Counts{Successes: 3, Failures: 1}, &patterns.Validation{At: time.Date(2026, 1, 2, 3, 0, 0, 0, time.UTC)}
	p.Claim = &patterns.Claim{Rate: new(1. / 3), Source: "somebody: #1"}
	raw := writtenPattern(t, p, map[string]patterns.Pattern{other.Key: other, odd.Key: odd},
		notes.Trial{Episode: "e/x", Verdict: patterns.VerdictSupports, Applied: true}, notes.Trial{Episode: "e2", Verdict: patterns.VerdictContradicts})
	got := readsPattern(t, p, raw)
	var keys []string
	for _, l := range append(got.Leads, got.Related...) {
		keys = append(keys, l.Word+" "+l.Key())
	}
	if diff := cmp.Diff([]string{"enables " + other.Key, "prevents " + odd.Key, "CONTRADICTS " + odd.Key}, keys); diff != "" {
		t.Errorf("relations (-want +got):\n%s\n%s", diff, raw)
	}
	if !reflect.DeepEqual(got.Episodes, []string{"e/x"}) {
		t.Errorf("applied in %v", got.Episodes)
	}
	for _, want := range []string{"success_rate: 0.75\noccurrences: 4\nlast_validated: \"2026-01-02\"\n", "- [[EPISODE-e2|e2]] #contradicts\n"} {
		if !strings.Contains(string(raw), want) {
			t.Errorf("%q is not in\n%s", want, raw)
		}
	}
}

func TestWritePattern_HostileTexts(t *testing.T) {
	soak.Check(t, 200, func(r *rapid.T) {
		text := func(name string) string { return anyText().Draw(r, name) }
		p := patterns.Pattern{Name: "n" + strings.ReplaceAll(text("name"), "\n", " ") + "n", Definition: patterns.Definition{
			Trigger: text("trigger"), Action: text("action"), Description: text("description"), Summary: text("summary"),
			AntiPattern: rapid.Bool().Draw(r, "avoid"), Guidance: patterns.Guidance{When: text("when"), Risks: []string{text("risk")}},
		}.WithDefaults()}
		p.Key = patterns.KeyOf(p.Name)
		readsPattern(r, p, writtenPattern(r, p, nil))
	})
}

// The template of seed 003 breaks where a text has a colon; what it writes otherwise is read.
func TestParse_TheSeedsOwnTemplate(t *testing.T) {
	raw := "---\ntitle: EPISODE-2026-01-01-session-126\ntype: episode\ntags:\n  - episodic\n  - memory\n  - session-126\npermalink: episodes/episode-2026-01-01-session-126\noutcome: success\n" +
		"task: Implement MemoryRouter module\nmetrics:\n  duration_minutes: 45\n---\n\n# EPISODE-2026-01-01-session-126\n\n## Context\nMigrated from ai-agents episodic memory.\n\n" +
		"## Observations\n- [decision:d001] Serena-first #design\n- [event:e001] Created MemoryRouter.psm1 #milestone\n\n" +
		"## Decisions\n### d001: Routing strategy\n- **Timestamp**: 2026-01-01T17:05:00Z\n- **Type**: design\n- **Context**: Choosing routing strategy\n- **Options**: Forgetful-first, Serena-first, Parallel\n" +
		"- **Chosen**: Serena-first\n- **Rationale**: Lower latency\n- **Outcome**: success\n- **Effects**: [[e001]]\n\n" +
		"## Events Timeline\n1. [2026-01-01T17:10:00Z] Created MemoryRouter.psm1 #milestone\n\n## Lessons Learned\n- One\n\n## Relations\n- migrated_from [[ai-agents episodic memory]]\n"
	got, _, err := ingest.Read(ingest.FormatMarkdown, "x.md", []byte(raw))
	if err != nil {
		t.Fatal(err)
	}
	at := func(minute int) episodic.Timestamp {
		return episodic.At(time.Date(2026, 1, 1, 17, minute, 0, 0, time.UTC))
	}
	want, err := intake.Prepare(episodic.Episode{
		ID: "episode-2026-01-01-session-126", Session: "2026-01-01-session-126", Outcome: "success", Task: "Implement MemoryRouter module",
		Tags: []string{"memory", "session-126"}, Metrics: episodic.Metrics{DurationMinutes: new(45.0)}, Lessons: []string{"One"},
		Decisions: []episodic.Decision{{
			ID: "d001", At: at(5), Type: "design", Context: "Choosing routing strategy", Options: []string{"Forgetful-first", "Serena-first", "Parallel"},
			Chosen: "Serena-first", Rationale: "Lower latency", Outcome: "success", Effects: []string{"e001"},
		}},
		Events: []episodic.Event{{ID: "e001", At: at(10), Type: "milestone", Content: "Created MemoryRouter.psm1"}},
		Notes:  []string{"Context: Migrated from ai-agents episodic memory."},
		Extra: map[string]json.RawMessage{
			"Relations[0]": json.RawMessage(`"migrated_from [[ai-agents episodic memory]]"`), "decisions[0].title": json.RawMessage(`"Routing strategy"`),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want.Episode, got.Episode); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
