package intake_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/google/go-cmp/cmp"
)

func TestFindReferences(t *testing.T) {
	cases := []struct {
		text string
		want string // "kind key as", separated by "; "
		why  string
	}{
		{"Commit: 3f2a91c", "commit 3f2a91c 3f2a91c", "7 digits are enough"},
		{"Commit: " + episodictest.SHA40, "commit 3f2a91c " + episodictest.SHA40, "the key is the first 7, the mention keeps all"},
		{"3f2a91", "", "6 digits are too few"},
		{episodictest.SHA40 + "a", "", "41 digits are another thing"},
		{"on 20260803 at 1234567 bytes", "", "a number without letters"},
		{"effaced the facade", "", "a word without digits"},
		{"commit 1234567", "commit 1234567 1234567", "the word before says it"},
		{"SHA `1234567`", "commit 1234567 1234567", "quotes between"},
		{"1234567890123456789012345678901234567890", "commit 1234567 1234567890123456789012345678901234567890", "40 digits are a SHA"},
		{"3F2A91C", "", "git writes lower case"},
		{"a3f2a91cz x3f2a91c", "", "part of a longer word"},
		{"123e4567-e89b-12d3-a456-426614174000", "", "a UUID"},
		{"colour #3f2a91c0", "", "a colour"},
		{"0.3f2a91c 3f2a91c.png", "", "part of a number or a name"},
		{"pushed 3f2a91c.", "commit 3f2a91c 3f2a91c", "end of a sentence"},
		{"3f2a91c..4e5b6a7f", "commit 3f2a91c 3f2a91c; commit 4e5b6a7 4e5b6a7f", "a range"},
		{"https://github.com/o/r/commit/3f2a91c", "commit 3f2a91c 3f2a91c", "an address"},
		{"branch fix-3f2a91c-x", "commit 3f2a91c 3f2a91c", "slugs carry commits"},

		{"PR #12", "pull_request 12 PR #12", "the usual form"},
		{"PR 12, pr#13", "pull_request 12 PR 12; pull_request 13 pr#13", "shorter forms"},
		{"Pull request #12", "pull_request 12 Pull request #12", "in words"},
		{"PRs #12, #13 and #14", "pull_request 12 PRs #12; pull_request 13 #13; pull_request 14 #14", "a list"},
		{"see pull/12/files", "pull_request 12 pull/12", "a path of the forge"},
		{"https://github.com/Own/Repo/pull/12", "pull_request own/repo#12 pull/12", "the address names the repository"},
		{"PR own/repo#12", "pull_request own/repo#12 own/repo#12", "the word before says it"},
		{"XPR 12 PR12 PR #0", "", "no word, no number"},

		{"#12", "issue 12 #12", "may be either; counted as issue"},
		{"issue #12, Issues #13", "issue 12 issue #12; issue 13 Issues #13", "in words"},
		{"issues/12", "issue 12 issues/12", "a path of the forge"},
		{"https://github.com/o/r/issues/12", "issue o/r#12 issues/12", "the address names the repository"},
		{"fixes own/next.js#12", "issue own/next.js#12 own/next.js#12", "a repository, not a file"},
		{"(#12)", "issue 12 #12", "in brackets"},
		{"&#39; a#12 ##12 #12a #012 # 12", "", "entity, anchor, heading, colour, zero, space"},
		{"Issue 1: no tests", "", "a number in a list of remarks"},

		{"src/app/main.go", "file src/app/main.go src/app/main.go", "a path"},
		{"see ./src/main.go:12.", "file src/main.go ./src/main.go", "the key is clean, line and full stop gone"},
		{"(`scripts/run.ps1`)", "file scripts/run.ps1 scripts/run.ps1", "quotes"},
		{"/etc/app.conf ~/x.cfg", "file /etc/app.conf /etc/app.conf; file ~/x.cfg ~/x.cfg", "absolute paths"},
		{"README.md, go.mod", "file README.md README.md; file go.mod go.mod", "known extensions"},
		{"https://example.org/a/b.html example.com/b.html", "", "addresses"},
		{"Node.js e.g. i.e. v1.2 1.5/2.5 and/or. n/a", "", "no files"},
		{"input/output.The", "", "a missing space"},
		{"foo.lock() src/*.go src/{a,b}.go <name>/x.go", "", "a call, patterns, a placeholder"},
		{"dir/sub/", "", "a folder"},
		{"docs/übersicht.md", "file docs/übersicht.md docs/übersicht.md", "other letters"},
		{"+++ b/x.go", "file b/x.go b/x.go", "a diff line"},
		{"sessions/2026-08-07-3f2a91c0-x.json", "file sessions/2026-08-07-3f2a91c0-x.json sessions/2026-08-07-3f2a91c0-x.json", "the digits belong to the file"},
		{".agents/x.json → .agents/y.json", "file .agents/x.json .agents/x.json; file .agents/y.json .agents/y.json", "an arrow separates"},
		{"", "", "no text"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			var got []string
			for _, m := range intake.FindReferences(c.text) {
				got = append(got, fmt.Sprintf("%s %s %s", m.Reference.Kind, m.Reference.Key, m.As))
			}
			if diff := cmp.Diff(c.want, strings.Join(got, "; ")); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestPrepare_Mentions(t *testing.T) {
	p := episodictest.MustPrepare(t, episodic.Episode{
		ID: "x", Task: "Fix #1 and #1", Lessons: []string{"see #2, commit " + episodictest.SHA40}, Notes: []string{"3f2a91c"},
		Context: map[string]string{"base": "a.go"},
		Decisions: []episodic.Decision{{
			ID: "d1", Context: "PR #3", Chosen: "b.go", Rationale: "c.go", Options: []string{"d.go", "b.go"},
		}},
		Events: []episodic.Event{{ID: "e1", Content: "Commit: 3f2a91c3f2a91c3 3f2a91c0d"}},
		Links:  []episodic.Link{{Source: "d1", Relation: "causes", Target: "e1", Note: "#4"}},
	})
	got := map[string][]string{}
	for _, m := range p.Mentions {
		got[m.By] = append(got[m.By], m.Reference.Key+" "+m.As)
	}
	want := map[string][]string{
		"x":    {"1 #1", "a.go a.go", "2 #2", "3f2a91c " + episodictest.SHA40, "4 #4"},
		"x/d1": {"3 PR #3", "b.go b.go", "c.go c.go", "d.go d.go"},
		"x/e1": {"3f2a91c 3f2a91c3f2a91c3", "3f2a91c 3f2a91c0d"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("each once, commits in full, those that disagree both (-want +got):\n%s", diff)
	}
}

func TestPrepare_Occurrences(t *testing.T) {
	e := episodictest.Full()
	e.Decisions = append(e.Decisions,
		episodic.Decision{ID: "d002", Context: "which\n  base"}, episodic.Decision{ID: "d003"})
	e.Events[0].Content = strings.Repeat("ä", 201)
	e.Events[1].Content = ""
	got := episodictest.MustPrepare(t, e).Occurrences
	want := []episodic.Occurrence{
		{Key: e.ID + "/d001", Episode: e.ID, Kind: "decision", Type: "design", Label: "a", At: e.Decisions[0].At, Outcome: "success"},
		{Key: e.ID + "/d002", Episode: e.ID, Kind: "decision", Type: "unknown", Label: "which base", Outcome: "unknown", Position: 1},
		{Key: e.ID + "/d003", Episode: e.ID, Kind: "decision", Type: "unknown", Label: "d003", Outcome: "unknown", Position: 2},
		{Key: e.ID + "/e001", Episode: e.ID, Kind: "event", Type: "other", Label: strings.Repeat("ä", 199) + "…", At: e.Events[0].At, Outcome: "unknown"},
		{Key: e.ID + "/e002", Episode: e.ID, Kind: "event", Type: "commit", Label: "commit", Outcome: "unknown", Position: 1},
		{Key: e.ID + "/outcome", Episode: e.ID, Kind: "outcome", Type: "partial", Label: "outcome: partial", Outcome: "partial"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzMentions(f *testing.F) {
	for _, s := range []string{
		"Commit: 3f2a91c, PRs #12 and #13", "own/repo#12 src/main.go:7", "https://github.com/o/r/pull/9",
		"123e4567-e89b-12d3-a456-426614174000 ~/x.c", "é#1\xff/x.go", "./../a//b.md",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, m := range intake.FindReferences(text) {
			if m.As == "" || !strings.Contains(text, m.As) || m.Reference.Key == "" || m.By != "" {
				t.Errorf("%+v is not in %q", m, text)
			}
			if utf8.ValidString(text) && !utf8.ValidString(m.Reference.Key+m.As) {
				t.Errorf("%+v cuts a character of %q", m, text)
			}
		}
	})
}

func BenchmarkFindReferences(b *testing.B) {
	text := strings.Repeat("Reviewed the plan with the team, fixed 3 failing checks and pushed it to src/app/main.go (#12). ", 10)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		intake.FindReferences(text)
	}
}
