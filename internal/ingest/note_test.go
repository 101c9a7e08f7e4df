package ingest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/google/go-cmp/cmp"
)

// noted is a foreign note of an episode with the given sections.
func noted(sections string) []byte {
	return []byte("---\ntitle: EPISODE-2026-01-21-session-42\ntype: episode\ntags: [episodic]\noutcome: success\ntask: t\n---\n\n" + sections)
}

func TestRead_Notes(t *testing.T) {
	for _, c := range []struct {
		why, sections string
		// want is the JSON of a part of the episode.
		part func(e episodic.Episode) any
		want string
		says []ingest.Rule
	}{
		{
			"the seed's own lines", "## Observations\n- [decision:d001] go #design\n- [event:e001] it went #milestone\n\n## Events Timeline\n1. [2026-01-21T10:00:00Z] it went #milestone\n",
			func(e episodic.Episode) any { return []any{e.Decisions, e.Events} },
			`[[{"id":"d001","type":"design","chosen":"go","outcome":"unknown"}],[{"id":"e001","timestamp":"2026-01-21T10:00:00Z","type":"milestone","content":"it went"}]]`, nil,
		},
		{
			"an event without an id, and a midnight that is a day", "## Events Timeline\n1. [2026-01-21T00:00:00Z] a #123\n2. b #deploy\n",
			func(e episodic.Episode) any { return e.Events },
			`[{"id":"e001","timestamp":"2026-01-21","type":"unknown","content":"a #123"},{"id":"e002","type":"other","reported_type":"deploy","content":"b"}]`,
			[]ingest.Rule{ingest.RuleMidnight, ingest.RuleMissingID, ingest.RuleMissingID, ingest.RuleUnknownType},
		},
		{
			"effects, options in a line, a title that is the context", "## Decisions\n### d001: Where to go\n- **Options**: left, right\n- **Chosen**: left\n- **Effects**: [[d002]], outcome\n### d002: Stay\n",
			func(e episodic.Episode) any { return []any{e.Decisions, e.Links} },
			`[[{"id":"d001","type":"unknown","context":"Where to go","options":["left","right"],"chosen":"left","outcome":"unknown"},{"id":"d002","type":"unknown","chosen":"Stay","outcome":"unknown"}],` +
				`[{"source":"d001","relation":"causes","target":"d002","basis":"stated"},{"source":"d001","relation":"causes","target":"outcome","basis":"stated"}]]`,
			[]ingest.Rule{ingest.RuleSummary},
		},
		{
			"links in other notes stay pending, one to nothing is kept", "## Events Timeline\n1. a ^e7\n\n## Causal Links\n- [[e7]] enables [[EPISODE-2026-01-22-session-1#^d001]] (extracted, confidence 0.5): why: so\n- [[e7]] causes [[e9]]\n\n## Relations\n- causes [[EPISODE-x]]\n- migrated_from [[somewhere]]\n",
			func(e episodic.Episode) any { return []any{e.Links, e.Extra} },
			`[[{"source":"e7","relation":"enables","target":"episode-2026-01-22-session-1/d001","basis":"extracted","confidence":0.5,"note":"why: so"},` +
				`{"source":"outcome","relation":"causes","target":"episode-x/outcome","basis":"stated"}],` +
				`{"Relations[1]":"migrated_from [[somewhere]]","links[1]":{"relation":"causes","source":"e7","target":"e9"}}]`,
			[]ingest.Rule{ingest.RuleDanglingLink, ingest.RuleUnknownField},
		},
		{
			"nothing is lost", "Before.\n\n## Context\nIt was late.\n\n## Weather\nrain\n\n## Lessons Learned\n- one\n  more\nstray\n",
			func(e episodic.Episode) any { return []any{e.Notes, e.Lessons, e.Extra} },
			`[["Context: It was late."],["one more stray"],{"## Weather":"rain","text before the first section":"Before."}]`,
			[]ingest.Rule{ingest.RuleNoteRemark, ingest.RuleUnknownField, ingest.RuleUnknownField},
		},
		{
			"headings in a fence are text", "## Lessons Learned\n- one\n\n## Weather\n~~~\n## Decisions\n~~~\n",
			func(e episodic.Episode) any { return []any{e.Lessons, e.Decisions, e.Extra} },
			`[["one"],[],{"## Weather":"~~~\n## Decisions\n~~~"}]`,
			[]ingest.Rule{ingest.RuleUnknownField},
		},
	} {
		p, entries, err := ingest.Read(ingest.FormatMarkdown, "x.md", noted(c.sections))
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
			continue
		}
		got, err := json.Marshal(c.part(p.Episode))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(c.want, string(got)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.why, diff)
		}
		var says []ingest.Rule
		for _, e := range entries {
			if e.Rule != ingest.RuleErrorCount {
				says = append(says, e.Rule)
			}
		}
		slices.Sort(says)
		slices.Sort(c.says)
		if diff := cmp.Diff(c.says, says); diff != "" {
			t.Errorf("%s: rules (-want +got):\n%s", c.why, diff)
		}
		if p.Episode.ID != "episode-2026-01-21-session-42" || p.Episode.Session != "2026-01-21-session-42" {
			t.Errorf("%s: id %q, session %q", c.why, p.Episode.ID, p.Episode.Session)
		}
	}
}

func TestRead_NotesRefused(t *testing.T) {
	for _, c := range []struct{ why, raw, says string }{
		{"no frontmatter", "# x", "does not begin with a line ---"},
		{"no end of the frontmatter", "---\ntype: episode\n", "has no end"},
		{"another note", "---\ntype: person\n---\n", `"person"`},
		{"no name", "---\ntype: episode\n---\n", "says no name"},
		{"damaged YAML", "---\ntype: episode\ntitle: EPISODE-1: a: b\n---\n", "line"},
		{"a key twice", "---\ntype: episode\ntitle: EPISODE-1\ntitle: EPISODE-2\n---\n", "title"},
		{"a newer version", "---\ntype: episode\ntitle: EPISODE-1\ncauseway: {note: 2}\n---\n", "up to version 1"},
		{"an alias", "---\ntype: episode\ntitle: EPISODE-1\na: &x 1\nb: *x\n---\n", "anchors and aliases"},
	} {
		if _, _, err := ingest.Read(ingest.FormatMarkdown, "x.md", []byte(c.raw)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q in it", c.why, err, c.says)
		}
	}
}

// noteShelf stores patterns as the service does, as far as notes need it.
type noteShelf struct{ byKey map[string]patterns.Pattern }

func (k *noteShelf) Add(_ context.Context, r patterns.AddRequest) (patterns.Added, error) {
	key := patterns.KeyOf(r.Name)
	p, there := k.byKey[key]
	if !there {
		p = patterns.Pattern{Key: key, Name: r.Name, Definition: r.WithDefaults()}
	}
	if err := p.Validate(); err != nil {
		return patterns.Added{}, err
	}
	if r.Claim != nil {
		p.Claim = r.Claim
	}
	k.byKey[key] = p
	return patterns.Added{Key: key, Created: !there}, nil
}

func (k *noteShelf) FetchPatterns(_ context.Context, _ string, keys []string) (out []patterns.Pattern, err error) {
	for _, key := range keys {
		if p, there := k.byKey[key]; there {
			out = append(out, p)
		}
	}
	return out, nil
}

func (k *noteShelf) Update(_ context.Context, r patterns.UpdateRequest) (bool, error) {
	p := k.byKey[r.Key]
	p.Definition = p.Clone()
	r.Edit(&p.Definition)
	k.byKey[r.Key] = p
	return true, p.Validate()
}

func patternNote(name, sections string) ingest.Source {
	return ingest.Document("patterns/PATTERN-"+name+".md", fmt.Appendf(nil,
		"---\ntitle: PATTERN-%s\ntype: pattern\ntags: [causal, pattern]\ntrigger: \"when: %s\"\nsuccess_rate: 0.9\noccurrences: 4\n---\n"+
			"## Context\nc\n## Trigger\nwhen: %s\n## Action\ndo %s\n%s", name, name, name, name, sections))
}

// importNotes imports notes and returns their statuses.
func importNotes(t *testing.T, to *recorded, known *noteShelf, sources ...ingest.Source) ([]ingest.Status, ingest.Report) {
	t.Helper()
	report, err := ingest.ImportNotes(t.Context(), to, known, ingest.Options{Project: "p"}, sources, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []ingest.Status
	for _, item := range report.Items {
		out = append(out, item.Status)
	}
	return out, report
}

func TestImportNotes_Patterns(t *testing.T) {
	to, known := newMemory(t), &noteShelf{map[string]patterns.Pattern{}}
	a := patternNote("a", "## Causal Relationships\n- enables [[PATTERN-b]]\n## Relations\n- complements [[PATTERN-c]]\n")
	b, c := patternNote("b", "## Relations\n"), patternNote("c", "")
	got, report := importNotes(t, to, known, a, b)
	if !slices.Equal(got, []ingest.Status{ingest.StatusRepaired, ingest.StatusTaken}) || report.Totals.Unread != 1 || report.Totals.NewPatterns != 2 || report.Totals.Created != 0 {
		t.Errorf("%v, %+v: want the relation to c unread", got, report.Totals)
	}
	got, report = importNotes(t, to, known, a, b, c)
	if report.Totals.Unread != 0 || report.Totals.NewPatterns != 1 || !slices.Equal(got, []ingest.Status{ingest.StatusTaken, ingest.StatusUnchanged, ingest.StatusTaken}) {
		t.Errorf("with c: %v, %+v", got, report.Totals)
	}
	if e := report.Items[2].Entries; len(e) != 1 || e[0].Rule != ingest.RuleMissingSection || e[0].Path != "Relations" || !strings.HasSuffix(report.Items[2].File, "PATTERN-c.md") {
		t.Errorf("the missing section is reported as %+v", e)
	}
	got, _ = importNotes(t, to, known, a, b, c)
	if !slices.Equal(got, []ingest.Status{ingest.StatusUnchanged, ingest.StatusUnchanged, ingest.StatusUnchanged}) {
		t.Errorf("again: %v", got)
	}
	p := known.byKey[patterns.KeyOf("a")]
	if p.Trigger != "when: a" || p.Action != "do a" || p.Description != "c" || *p.Claim.Rate != .9 || *p.Claim.Occurrences != 4 ||
		p.Leads[0].Pattern != patterns.KeyOf("b") || p.Related[0].Pattern != patterns.KeyOf("c") {
		t.Errorf("%+v, claim %+v", p, p.Claim)
	}
}

// A lead to a pattern that is not there is kept under its name, by notes of any tool and through a note of causeway.
func TestImportNotes_PendingLeads(t *testing.T) {
	to, known := newMemory(t), &noteShelf{map[string]patterns.Pattern{}}
	a := patternNote("a", "## Causal Relationships\n- enables [[PATTERN-calm-nights]]\n- prevents [[Loud \\nights]]\n## Relations\n")
	got, report := importNotes(t, to, known, a)
	if !slices.Equal(got, []ingest.Status{ingest.StatusTaken}) || report.Totals.Unread != 0 {
		t.Errorf("%v, %+v", got, report.Totals)
	}
	var rules []string
	for _, e := range report.Items[0].Entries {
		rules = append(rules, string(e.Rule)+" "+e.Path)
	}
	if !slices.Contains(rules, "pending-lead Causal Relationships[0]") || !slices.Contains(rules, "pending-lead Causal Relationships[1]") {
		t.Errorf("reported: %q", rules)
	}
	leads := known.byKey[patterns.KeyOf("a")].Leads
	if len(leads) != 2 || leads[0].Name != "calm-nights" || leads[0].Pattern != patterns.KeyOf("Calm Nights") {
		t.Fatalf("leads: %+v", leads)
	}
	raw, err := notes.WritePattern(known.byKey[patterns.KeyOf("a")], nil, "p", notes.NewTitles(nil), known.byKey)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ = importNotes(t, to, known, ingest.Document("PATTERN-a.md", raw)); !slices.Equal(got, []ingest.Status{ingest.StatusUnchanged}) {
		t.Errorf("its own note is %v", got)
	}
	elsewhere := &noteShelf{map[string]patterns.Pattern{}}
	importNotes(t, newMemory(t), elsewhere, ingest.Document("PATTERN-a.md", raw))
	if diff := cmp.Diff(leads, elsewhere.byKey[patterns.KeyOf("a")].Leads); diff != "" {
		t.Errorf("imported elsewhere (-want +got):\n%s\n%s", diff, raw)
	}
}

func TestImportNotes_Episodes(t *testing.T) {
	to, known := newMemory(t), &noteShelf{}
	e := episodictest.MustPrepare(t, episodic.Episode{ID: "e-1", Session: "s-1", Task: "t", Events: []episodic.Event{{ID: "e001", Content: "old words"}}}).Episode
	titles := notes.NewTitles(map[string]string{"e-1": "s-1"})
	raw, err := notes.WriteEpisode(e, "p", titles)
	if err != nil {
		t.Fatal(err)
	}
	other := noted("## Relations\n- causes [[EPISODE-s-1]]\n- causes [[EPISODE-none]]\n")
	dir := t.TempDir()
	for name, text := range map[string][]byte{"EPISODE-s-1.md": raw, "a.md": other, "README.md": []byte("# not ours\n"), "x.json": nil} {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	read := func() []ingest.Source {
		sources, passed, err := ingest.Files(ingest.FormatMarkdown, []string{dir}, nil)
		if err != nil || len(sources) != 3 || len(passed) != 1 {
			t.Fatalf("%v, %d sources, passed over %v", err, len(sources), passed)
		}
		return sources
	}
	got, report := importNotes(t, to, known, read()...)
	if !slices.Equal(got, []ingest.Status{ingest.StatusTaken, ingest.StatusUnchanged, ingest.StatusTaken}) {
		t.Fatalf("%v\n%+v", got, report.Items)
	}
	var ends []string
	for _, l := range to.revisions["episode-2026-01-21-session-42"][0].Episode.Links {
		ends = append(ends, l.Target+" "+string(l.Basis))
	}
	if diff := cmp.Diff([]string{"e-1/outcome stated", "episode-none/outcome stated"}, ends); diff != "" {
		t.Errorf("the title names the episode, an unknown one its id (-want +got):\n%s", diff)
	}
	edited := strings.Replace(string(raw), "[unknown] old words", "[unknown] new words", 1)
	if !notes.Edited([]byte(edited), raw) || notes.Edited(raw, other) || !notes.Edited(other, raw) {
		t.Error("edited notes are not told from others")
	}
	if err := os.WriteFile(filepath.Join(dir, "EPISODE-s-1.md"), []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
	_, report = importNotes(t, to, known, read()...)
	if report.Totals.Revised != 1 || report.Totals.Unchanged != 2 || to.revisions["e-1"][1].Episode.Events[0].Content != "new words" {
		t.Errorf("edited: %+v", report.Totals)
	}
}
