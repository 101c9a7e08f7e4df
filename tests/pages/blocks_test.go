package pages_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/tree"
)

// block is one fenced block of a page.
type block struct {
	page string
	// line is where its text begins, counted from 1.
	line int
	lang string
	text string
	// indent stands before each of its lines.
	indent string
}

func (b block) String() string { return fmt.Sprintf("%s:%d", b.page, b.line) }

// with returns the text of a page with another text in this block. Blocks before it keep their lines.
func (b block) with(page, text string) string {
	lines := strings.Split(page, "\n")
	var fresh []string
	for line := range strings.Lines(text) {
		fresh = append(fresh, strings.TrimRight(b.indent+strings.TrimSuffix(line, "\n"), " "))
	}
	return strings.Join(slices.Replace(lines, b.line-1, b.line-1+strings.Count(b.text, "\n"), fresh...), "\n")
}

// blocks returns the fenced blocks of a page in their order. A block may be indented as a part of a
// list; its text comes without that.
func blocks(page, text string) []block {
	var out []block
	var open *block
	for n, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimLeft(line, " ")
		fence, isFence := strings.CutPrefix(trimmed, "```")
		switch {
		case isFence && open == nil:
			open = &block{page: page, line: n + 2, lang: strings.TrimSpace(fence), indent: line[:len(line)-len(trimmed)]}
		case isFence:
			out, open = append(out, *open), nil
		case open != nil:
			open.text += strings.TrimPrefix(line, open.indent) + "\n"
		}
	}
	return out
}

// languages says what a block of each language is, and so what the test does with it.
func languages() []string {
	return []string{
		"sh",       // commands, run in order
		"output",   // what the block before prints
		"graphql",  // sent to the service
		"json",     // after graphql what it answers, elsewhere any JSON
		"yaml",     // has to parse
		"cypher",   // run on Neo4j
		"promql",   // asks for metrics that exist
		"go",       // a part of a file of examples/
		"python",   // the same
		"ts",       // the same
		"mermaid",  // a drawing
		"markdown", // a form to fill in
		"text",     // neither a command nor what one prints
	}
}

// checkBlocks returns what is wrong with blocks before any is run.
func checkBlocks(all []block) []string {
	var complaints []string
	for i, b := range all {
		switch {
		case b.lang == "":
			complaints = append(complaints, fmt.Sprintf("%s: a block says what it is: one of %v", b, languages()))
		case !slices.Contains(languages(), b.lang):
			complaints = append(complaints, fmt.Sprintf("%s: blocks of %q are not run by this test: use one of %v", b, b.lang, languages()))
		case b.lang == "output" && (i == 0 || all[i-1].lang != "sh"):
			complaints = append(complaints, fmt.Sprintf("%s: the output of nothing: a block of sh stands before it", b))
		case b.lang == "text" && holdsCommand(b.text):
			complaints = append(complaints, fmt.Sprintf("%s: a command in a block of text is never run: use sh", b))
		}
	}
	return complaints
}

// holdsCommand reports whether a line looks like a command that a reader would copy.
func holdsCommand(text string) bool {
	command := regexp.MustCompile(`(?m)^\s*(\$ )?([A-Z_]+=\S+ )*((bin/causeway|causeway|curl|go (run|test|build|install)|git|docker|npm|pip|ollama) |make [a-z-]+( [A-Z]+=\S+)*$)`)
	return command.MatchString(text)
}

// matches reports whether output is as a page shows it: "…" stands for anything within a line, and a line
// of it alone for any number of lines.
func matches(shown, got string) bool {
	var pattern strings.Builder
	pattern.WriteString(`\A`)
	for line := range strings.Lines(shown) {
		if line == "…\n" {
			pattern.WriteString(`(?:.*\n)*?`)
			continue
		}
		pattern.WriteString(linePattern(line))
	}
	pattern.WriteString(`\z`)
	return regexp.MustCompile(pattern.String()).MatchString(got)
}

func linePattern(line string) string {
	return strings.ReplaceAll(regexp.QuoteMeta(line), "…", ".*")
}

// renewed returns what a page should show: the lines of the output, but those that a line with "…" of the old
// text fits as they were.
func renewed(shown, got string) string {
	var out strings.Builder
	for line := range strings.Lines(got) {
		for old := range strings.Lines(shown) {
			if strings.Contains(old, "…") && old != "…\n" && regexp.MustCompile(`\A`+linePattern(old)+`\z`).MatchString(line) {
				line = old
				break
			}
		}
		out.WriteString(line)
	}
	return out.String()
}

func TestBlocks_Planted(t *testing.T) {
	fence := "```"
	page := "a\n" + fence + "sh\nmake run\n" + fence + "\n- b\n  " + fence + "output\n  one\n    two\n  " + fence + "\n"
	got := blocks("p.md", page)
	want := []block{{"p.md", 3, "sh", "make run\n", ""}, {"p.md", 7, "output", "one\n  two\n", "  "}}
	if !slices.Equal(got, want) {
		t.Errorf("the blocks of a page are %q, want %q", got, want)
	}
	if complaints := checkBlocks(got); len(complaints) > 0 {
		t.Errorf("fine blocks are refused: %v", complaints)
	}
	if got := want[1].with(page, "three\n"); got != strings.Replace(page, "  one\n    two\n", "  three\n", 1) {
		t.Errorf("the page with another output is %q", got)
	}
	tree.Planted(t, "no language", checkBlocks([]block{{text: "x"}}), "says what it is")
	tree.Planted(t, "a language that nothing runs", checkBlocks([]block{{lang: "perl"}}), "perl")
	tree.Planted(t, "output without a command", checkBlocks([]block{{lang: "text"}, {lang: "output"}}), "output of nothing")
	tree.Planted(t, "a hidden command", checkBlocks([]block{{lang: "text", text: "first\nCAUSEWAY_HOME=x bin/causeway up\n"}}), "is never run")
	for _, c := range []struct {
		why, shown, got string
		want            bool
	}{
		{"the same", "a\nb\n", "a\nb\n", true},
		{"another line", "a\nb\n", "a\nc\n", false},
		{"a line less", "a\n", "a\nb\n", false},
		{"a part of a line", "took … ms (ok)\n", "took 12 ms (ok)\n", true},
		{"a part of a line reaches over no other", "took … ms\n", "took 12\nseconds ms\n", false},
		{"any lines", "a\n…\nz\n", "a\nb\nc\nz\n", true},
		{"any lines, but the next one has to come", "a\n…\nz\n", "a\nb\n", false},
		{"signs of a pattern", "a.b (c)\n", "axb (c)\n", false},
	} {
		if matches(c.shown, c.got) != c.want {
			t.Errorf("%s: %q and %q: match is not %t", c.why, c.shown, c.got, c.want)
		}
	}
	if got := renewed("old\nprocess … ok\n", "new\nprocess 12 ok\n"); got != "new\nprocess … ok\n" {
		t.Errorf("renewed output is %q", got)
	}
}
