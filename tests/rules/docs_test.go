package rules_test

import (
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/tests/tree"
)

func TestDocs_DecisionsHaveTheirParts(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(tree.Root(), "docs", "decisions", "*.md"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no decision record found (%v)", err)
	}
	for i, name := range names {
		name = tree.Relative(name)
		if want := fmt.Sprintf("%04d-", i+1); !strings.HasPrefix(path.Base(name), want) {
			t.Errorf("%s: the number should be %s", name, strings.TrimSuffix(want, "-"))
		}
		tree.Report(t, checkDecision(name, tree.Read(t, name)))
	}
}

// checkDecision returns what a decision record lacks.
func checkDecision(name, text string) []string {
	var complaints []string
	if !strings.HasPrefix(text, "# "+path.Base(name)[:4]+" ") {
		complaints = append(complaints, name+": the title does not begin with the number")
	}
	rest := text
	for _, part := range []string{"Status", "Context", "Alternatives", "Decision", "Consequences"} {
		before, after, found := strings.Cut(rest, "\n## "+part+"\n")
		if !found {
			complaints = append(complaints, fmt.Sprintf("%s: no part %q in its place", name, part))
			continue
		}
		_, rest = before, after
		if body, _, _ := strings.Cut(after, "\n## "); strings.TrimSpace(body) == "" {
			complaints = append(complaints, fmt.Sprintf("%s: the part %q is empty", name, part))
		}
	}
	return complaints
}

func TestDocs_Changelog(t *testing.T) {
	tree.Report(t, checkChangelog(tree.Read(t, "CHANGELOG.md")))
}

// checkChangelog returns what breaks the form of keepachangelog.com 1.1.0.
func checkChangelog(text string) []string {
	var complaints []string
	if !strings.HasPrefix(text, "# Changelog\n") {
		complaints = append(complaints, "CHANGELOG.md: the title is not Changelog")
	}
	release := regexp.MustCompile(`^## \[(Unreleased|\d+\.\d+\.\d+)\](?: - \d{4}-\d{2}-\d{2})?$`)
	kinds := []string{"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
	releases := 0
	for n, line := range strings.Split(text, "\n") {
		kind, isKind := strings.CutPrefix(line, "### ")
		switch {
		case strings.HasPrefix(line, "## ") && !release.MatchString(line):
			complaints = append(complaints, fmt.Sprintf("CHANGELOG.md:%d: %q is no release", n+1, line))
		case strings.HasPrefix(line, "## "):
			releases++
			if releases == 1 && !strings.HasPrefix(line, "## [Unreleased]") {
				complaints = append(complaints, "CHANGELOG.md: Unreleased is not the first")
			}
		case isKind && !slices.Contains(kinds, kind):
			complaints = append(complaints, fmt.Sprintf("CHANGELOG.md:%d: %q is none of %v", n+1, kind, kinds))
		}
	}
	if releases == 0 {
		complaints = append(complaints, "CHANGELOG.md: no release")
	}
	return complaints
}

func TestDocs_CommandsExist(t *testing.T) {
	targets := makeTargets(tree.Read(t, "Makefile"))
	commands := cobraCommands(t)
	for _, name := range tree.Pages(t) {
		tree.Report(t, checkCommands(name, tree.Read(t, name), targets, commands))
	}
}

func makeTargets(makefile string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^([a-z-]+):`).FindAllStringSubmatch(makefile, -1) {
		out = append(out, m[1])
	}
	return out
}

// cobraCommands returns the first words of the Use lines of package cli.
func cobraCommands(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(tree.Root(), "internal", "cli", "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	out := []string{"help", "completion"}
	for _, name := range names {
		for _, m := range regexp.MustCompile(`Use:\s+"([a-z-]+)`).FindAllStringSubmatch(tree.Read(t, tree.Relative(name)), -1) {
			out = append(out, m[1])
		}
	}
	return out
}

// checkCommands returns the commands of a page's code that are not there. A command is
// "make x" or "causeway x" at the beginning of a line of code or of a code span.
func checkCommands(name, text string, targets, commands []string) []string {
	var complaints []string
	for _, m := range regexp.MustCompile("(?m)(?:^|`|&& )(?:\\$ )?make ([a-z][a-z-]*)").FindAllStringSubmatch(code(text), -1) {
		if !slices.Contains(targets, m[1]) {
			complaints = append(complaints, fmt.Sprintf("%s: the Makefile has no target %q", name, m[1]))
		}
	}
	for _, m := range regexp.MustCompile("(?m)(?:^|`|&& )(?:\\$ )?(?:bin/)?causeway ([a-z][a-z-]*)").FindAllStringSubmatch(code(text), -1) {
		if !slices.Contains(commands, m[1]) {
			complaints = append(complaints, fmt.Sprintf("%s: there is no command %q", name, m[1]))
		}
	}
	return complaints
}

func TestDocs_FlagsExist(t *testing.T) {
	known := tree.Read(t, "docs/command-line.md") + tree.Read(t, "docs/operations.md")
	for _, name := range tree.Pages(t) {
		if !strings.HasPrefix(name, "docs/decisions/") {
			tree.Report(t, checkFlags(name, tree.Read(t, name), known))
		}
	}
}

// checkFlags returns the flags of causeway's commands in a page's code that none of the known ones is.
func checkFlags(name, text, known string) []string {
	var complaints []string
	for _, line := range strings.Split(code(text), "\n") {
		_, arguments, found := strings.Cut(line, "causeway ")
		if !found {
			continue
		}
		arguments, _, _ = strings.Cut(arguments, " | ")
		for _, m := range regexp.MustCompile(`(?:^| )--([a-z][a-z0-9-]*)`).FindAllStringSubmatch(arguments, -1) {
			if m[1] != "help" && !strings.Contains(known, "`--"+m[1]+"`") {
				complaints = append(complaints, fmt.Sprintf("%s: no command has the flag --%s: %s", name, m[1], line))
			}
		}
	}
	return complaints
}

// code returns the fenced blocks and the code spans of a page, each on lines of its own. What commands print is none.
func code(text string) string {
	var out strings.Builder
	fenced, printed := false, false
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(strings.TrimSpace(line), "```"):
			fenced, printed = !fenced, strings.HasSuffix(line, "```output")
		case printed:
		case fenced:
			out.WriteString(strings.TrimSpace(line) + "\n")
		default:
			for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(line, -1) {
				out.WriteString(m[1] + "\n")
			}
		}
	}
	return out.String()
}

func TestDocs_CountTheExamples(t *testing.T) {
	names, err := fs.Glob(examples.Episodes(), "*.json")
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf("%d example episodes", len(names))
	for _, name := range []string{"README.md", "CHANGELOG.md", "docs/architecture.md"} {
		if !strings.Contains(tree.Read(t, name), want) {
			t.Errorf("%s does not say %q", name, want)
		}
	}
}

func TestDocs_PackagesAreListed(t *testing.T) {
	page := tree.Read(t, "docs/architecture.md")
	dirs, err := filepath.Glob(filepath.Join(tree.Root(), "internal", "*", "doc.go"))
	if err != nil || len(dirs) < 10 {
		t.Fatalf("found %d packages (%v)", len(dirs), err)
	}
	for _, name := range dirs {
		if dir := path.Dir(tree.Relative(name)); !strings.Contains(page, "`"+dir+"`") {
			t.Errorf("docs/architecture.md has no row for %s", dir)
		}
	}
}

// The table of docs/architecture.md lists the chapters in the order in which they may import each other.
func TestDocs_ChaptersAreListedInOrder(t *testing.T) {
	var listed []string
	for _, m := range regexp.MustCompile("(?m)^\\| `((?:episodic|causal|patterns)(?:/\\w+)?|internal/write)` \\|").FindAllStringSubmatch(tree.Read(t, "docs/architecture.md"), -1) {
		listed = append(listed, m[1])
	}
	if !slices.Equal(listed, chapters()) {
		t.Errorf("docs/architecture.md lists the chapters %v, the import rule has %v", listed, chapters())
	}
}

func TestDocs_LinksLeadSomewhere(t *testing.T) {
	files := tree.Committed(t)
	for _, name := range tree.Pages(t) {
		tree.Report(t, checkLinks(name, tree.Read(t, name), files))
	}
}

// checkLinks returns the relative links of a page that lead to no committed file or folder.
func checkLinks(name, text string, files []string) []string {
	var complaints []string
	for _, m := range regexp.MustCompile(`\]\(([^)#\s]+)(?:#[^)]*)?\)`).FindAllStringSubmatch(text, -1) {
		if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
			continue
		}
		target := path.Join(path.Dir(name), m[1])
		leads := slices.ContainsFunc(files, func(f string) bool { return f == target || strings.HasPrefix(f, target+"/") })
		if !leads {
			complaints = append(complaints, fmt.Sprintf("%s: the link to %s leads nowhere", name, m[1]))
		}
	}
	return complaints
}

func TestDocs_Planted(t *testing.T) {
	whole := "# 0001 Title\n\n## Status\n\na\n\n## Context\n\nb\n\n## Alternatives\n\nc\n\n## Decision\n\nd\n\n## Consequences\n\ne\n"
	if got := checkDecision("docs/decisions/0001-title.md", whole); len(got) > 0 {
		t.Errorf("a whole record is refused: %v", got)
	}
	for _, c := range []struct {
		why        string
		complaints []string
		want       string
	}{
		{"a part is missing", checkDecision("0001-x.md", strings.Replace(whole, "## Alternatives", "## Others", 1)), `no part "Alternatives"`},
		{"a part is empty", checkDecision("0001-x.md", strings.Replace(whole, "\nb\n", "\n", 1)), `"Context" is empty`},
		{"another number", checkDecision("0002-x.md", whole), "begin with the number"},
		{"a kind of change of one's own", checkChangelog("# Changelog\n\n## [Unreleased]\n\n### Improved\n"), "Improved"},
		{"a release without brackets", checkChangelog("# Changelog\n\n## 1.0\n"), "is no release"},
		{"a target that is gone", checkCommands("p", "Run `make rnu`.", []string{"run"}, nil), `no target "rnu"`},
		{"a command that is gone", checkCommands("p", "```\nbin/causeway upp --x\n```", nil, []string{"up"}), `no command "upp"`},
		{"a flag that is gone", checkFlags("p", "Run `causeway up --colour=red`.", "| `--detach` |"), "flag --colour"},
		{"a file that has moved", checkLinks("docs/a.md", "[b](b.md)", []string{"docs/a.md", "b.md"}), "leads nowhere"},
	} {
		tree.Planted(t, c.why, c.complaints, c.want)
	}
	if got := checkCommands("p", "You can make sure that causeway is up.", nil, nil); len(got) > 0 {
		t.Errorf("prose is taken for commands: %v", got)
	}
}
