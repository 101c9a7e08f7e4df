package intake_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/episodictest"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/google/go-cmp/cmp"
)

// references returns what a text refers to, "kind key" separated by "; ".
func references(text string) string {
	var out []string
	for _, m := range intake.FindReferences(text) {
		out = append(out, fmt.Sprintf("%s %s", m.Reference.Kind, m.Reference.Key))
	}
	return strings.Join(out, "; ")
}

func TestFindReferences_Files(t *testing.T) {
	long := strings.Repeat("d/", 196) + "name.go" // 399 bytes
	cases := []struct{ text, want, why string }{
		{"v" + long, "file v" + long, "400 bytes are a path"},
		{"vv" + long, "", "401 are none"},
		{"a//b.go", "", "an empty folder"},
		{"dir/.go x/.env", "", "a name that is all extension"},
		{"dir/2.go", "file dir/2.go", "a name of digits in a folder"},
		{"2.go 1.5.go", "", "a number before a word"},
		{"x2.go", "file x2.go", "a letter makes it a name"},
		{"example.org/a.html my.io/x.css", "", "addresses without their scheme"},
		{".dev/x.css ./my.io/x.css", "file .dev/x.css; file my.io/x.css", "a hidden folder and one here are no hosts"},
		{"go.dev/blog/x.html", "", "an address"},
		{"a/b.properties a/b.propertieslong", "file a/b.properties", "an extension has at most ten letters"},
		{"a/b.7z a/v1.2 a/b._x", "", "an extension begins with a letter"},
		{"a/b.x_y a/b.tar-x", "", "an extension is letters and digits"},
		{"a/b.c a/b.h a/b.x a/b.d", "file a/b.c; file a/b.h; file a/b.d", "of single letters those of languages"},
		{"a/b.MD a/b.Md a/b.mp3", "file a/b.MD; file a/b.mp3", "one case only"},
		{"VUE.JS D3.js Next.js", "", "libraries in any case"},
		{"a/node.js", "file a/node.js", "in a folder it is a file"},
		{"-a/b.go- +x/y.go", "file a/b.go; file x/y.go", "signs of lists and diffs"},
		{"Is it a/b.go? <a/c.go>", "file a/b.go; file a/c.go", "marks around a path"},
		{"https://h/a.go?x=1 b.go", "file b.go", "what belongs to an address is taken by it"},
		{"https://h/x?f=b/c.go&g=(d/e.go) f/g.go", "file f/g.go", "so is what stands in its question"},
		{"see\ta.go;b.go|c.go", "file a.go; file b.go; file c.go", "other signs separate"},
		{"a/./b/../c.go", "file a/c.go", "the key is clean"},
		{"run(a.go) a.go(1)", "file a.go", "a call is none, its argument may be one"},
		{`C:\src\a.go`, "", "paths of another system"},
		{"a/b.gö", "", "an extension is plain letters"},
	}
	for _, c := range cases {
		t.Run(c.text[:min(30, len(c.text))], func(t *testing.T) {
			if diff := cmp.Diff(c.want, references(c.text)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

func TestFindReferences_NumbersAndCommits(t *testing.T) {
	cases := []struct{ text, want, why string }{
		{"Issues/7 ISSUES/8 Pull/9", "issue 7; issue 8; pull_request 9", "in any case"},
		{"OWN/Repo#3", "issue own/repo#3", "repositories have no case"},
		{"a/#4 b_#5 c#6 &#7", "", "signs that make it no reference"},
		{"(#4) [#5] x: #6", "issue 4; issue 5; issue 6", "signs that leave it one"},
		{"issue 4346 and Issue  7", "issue 4346; issue 7", "a number after the word needs no sign"},
		{"issues 12 and 13, ISSUES 14, 15 and #16", "issue 12; issue 13; issue 14; issue 15; issue 16", "several numbers after the word"},
		{"issue 12 and 13 more", "issue 12", "what one issue is followed by is a count"},
		{"issue 12, #13", "issue 12; issue 13", "unless it has a sign"},
		{"fixed its issues 3 times; issue 2x", "", "a count is no number of an issue"},
		{"#1234567890", "", "ten digits are no number of an issue"},
		{"commit #3f2a91c", "commit 3f2a91c", "a number sign after the word commit"},
		{"commit: `3f2a91c`", "commit 3f2a91c", "signs between"},
		{"the revision 12345678 and bits 12345678", "commit 1234567", "only where the word goes before"},
		{"x.3f2a91c y .3f2a91c", "commit 3f2a91c", "a dot after a word ties, one after a space does not"},
		{"3f2a91c.x 4f2a91c.", "commit 4f2a91c", "a dot before a word ties, a full stop does not"},
		{"PRs #1, and #2 & #3 / #4 + #5", "pull_request 1; pull_request 2; pull_request 3; pull_request 4; pull_request 5", "any sign of a list"},
		{"PR #1 #2", "pull_request 1; issue 2", "no list without a sign"},
		{"PR #1: issue #2, #3", "pull_request 1; issue 2; issue 3", "each by the word before it"},
		{"a.go fixes #1 in 3f2a91c", "file a.go; issue 1; commit 3f2a91c", "in the order of the text"},
		{"3f2a91c in #1 of a.go", "commit 3f2a91c; issue 1; file a.go", "whatever is looked for first"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			if diff := cmp.Diff(c.want, references(c.text)); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}

// TestFindReferences_StandTogether joins references of every kind by words that say nothing.
func TestFindReferences_StandTogether(t *testing.T) {
	parts := []struct{ text, want string }{
		{"PR #12", "pull_request 12"},
		{"issue #9", "issue 9"},
		{"own/repo#3", "issue own/repo#3"},
		{"3f2a91c", "commit 3f2a91c"},
		{"src/a.go", "file src/a.go"},
		{"README.md", "file README.md"},
		{"https://github.com/o/r/pull/5", "pull_request o/r#5"},
		{"2026-05-03", ""},
		{"nothing", ""},
		{"e.g.", ""},
	}
	between := []string{" then ", "\n", " (see above) ", "; ", " – "}
	random := soak.Rand(15, 16)
	for range soak.Rounds(500) {
		var text strings.Builder
		var want []string
		for range 1 + random.IntN(6) {
			p := parts[random.IntN(len(parts))]
			text.WriteString(p.text + between[random.IntN(len(between))])
			if p.want != "" {
				want = append(want, p.want)
			}
		}
		if diff := cmp.Diff(strings.Join(want, "; "), references(text.String())); diff != "" {
			t.Fatalf("%q (-want +got):\n%s", text.String(), diff)
		}
	}
}

func TestPrepare_MentionsOfEveryText(t *testing.T) {
	p := episodictest.MustPrepare(t, episodic.Episode{
		ID: "x", Task: "#1", Goals: []string{"#2"}, Constraints: []string{"#3"}, Insights: []string{"#4"},
		Lessons: []string{"#5"}, Notes: []string{"#6"}, Context: map[string]string{"d": "#10", "c": "#9", "b": "#8", "a": "#7", "#99": "a"},
		Decisions: []episodic.Decision{{ID: "d1", Context: "#11", Chosen: "#12", Rationale: "#13", Options: []string{"#14"}}},
		Events:    []episodic.Event{{ID: "e1", Content: "#15"}},
		Links:     []episodic.Link{{Source: "d1", Relation: "causes", Target: "e1", Note: "#16"}},
		Tags:      []string{"#98"}, Domain: "#97",
	})
	got := map[string][]string{}
	for _, m := range p.Mentions {
		got[m.By] = append(got[m.By], m.As)
	}
	want := map[string][]string{
		"x":    {"#1", "#7", "#8", "#9", "#10", "#2", "#3", "#4", "#5", "#6", "#16"},
		"x/d1": {"#11", "#12", "#13", "#14"},
		"x/e1": {"#15"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("texts mention, in one order; words and names do not (-want +got):\n%s", diff)
	}
}

func TestPrepare_MentionsOfOneCommit(t *testing.T) {
	cases := []struct {
		text string
		want []string
		why  string
	}{
		{"3f2a91c 3f2a91c0d " + episodictest.SHA40, []string{episodictest.SHA40}, "the longest of a chain"},
		{episodictest.SHA40 + " 3f2a91c 3f2a91c", []string{episodictest.SHA40}, "in any order, any number of times"},
		{"3f2a91c0 3f2a91c0", []string{"3f2a91c0"}, "the same one twice"},
		{"3f2a91ca 3f2a91cb 3f2a91c", []string{"3f2a91ca", "3f2a91cb"}, "two that disagree, and one that either may be"},
		{"3f2a91c #12 PR 12", []string{"3f2a91c", "#12", "PR 12"}, "an issue is no pull request"},
		{"issue #12 and #12", []string{"issue #12"}, "the first way of naming it"},
	}
	for _, c := range cases {
		t.Run(c.text, func(t *testing.T) {
			var got []string
			for _, m := range episodictest.MustPrepare(t, episodic.Episode{ID: "x", Task: c.text}).Mentions {
				got = append(got, m.As)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", c.why, diff)
			}
		})
	}
}
