package rules_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/tests/tree"
)

// absence is a statement of a page that something is not built, or was not run.
type absence struct {
	page string
	// says is the statement as the page words it, whatever the line breaks.
	says string
	// unless are patterns of the names that would make it false, one for each thing denied: a
	// field of the schema is "Query.recall", its argument "Query.recall.first", a command
	// "causeway export", its flag "causeway export --output".
	unless []string
	// why says why no name can show it: it is no statement about what causeway has.
	why string
}

// absences lists every statement of absence of the README and the pages. Records of decisions and
// notes of releases say what was so at their time.
func absences() []absence {
	const (
		signOn = `(?i)(users?$|sign-?on|log-?in)`
		asOf   = `^Query\.(episodes?|occurrences?|recall|similar\w+|contextFor|causalPath|causes|effects|patterns?)\.asOf$`
	)
	const platform = "only a run there can show it"
	const absentThing = "it is about what a question names, not about what causeway has"
	return []absence{
		{"README.md", "Not built: users and single sign-on.", []string{signOn}, ""},
		{"README.md", "Not run: macOS, and the containers of docker-compose.yml.", nil, platform},
		{"docs/asking.md", "x509: certificate has expired or is not yet valid", nil, "it is an error of an episode"},
		{"docs/complaints.md", `"Not built" means what it says`, nil, "it explains the words"},
		{"docs/complaints.md", "Not built: the same for lists and recall, and as of when something was recorded.", []string{asOf, `(?i)\.(asRecorded|knownAt|recordedUntil|recordedBefore)$`}, ""},
		{"docs/complaints.md", "a project that a token does not name is not there for it", nil, absentThing},
		{"docs/complaints.md", "checked for form and versions, but not run", nil, platform},
		{"docs/complaints.md", "Not built: a dry run of migrations.", []string{`(?i)migrat`, `^causeway (up|check|doctor) --dry-run$`}, ""},
		{"docs/complaints.md", "Not built: GraphML and CSV.", []string{`(?i)graphml`, `(?i)\bcsv`}, ""},
		{"docs/engines.md", "Not run: the containers were never built or started", nil, platform},
		{"docs/errors.md", "the input names something that is not there", nil, absentThing},
		{"docs/factors.md", "not yet about causes", nil, "it says what a link means"},
		{"docs/limits.md", "Not built: users and single sign-on, and, except for questions over factors, questions as of an earlier time.", []string{signOn, asOf}, ""},
		{"docs/limits.md", "Not run: macOS, Docker, Neo4j clusters, Weaviate clusters, Neo4j Enterprise.", nil, platform},
		{"docs/operations.md", "matches that are not yet flushed to disk", nil, "it is about Weaviate"},
		{"docs/operations.md", "They were not run here, for want of an Enterprise server", nil, platform},
		{"docs/robustness.md", "left out where that is not there", nil, "it is about sampled data"},
		{"docs/schema.md", "null for what is not there", nil, absentThing},
		{"docs/schema.md", "also of those that are not there yet", nil, absentThing},
	}
}

// deny finds the words of a statement of absence.
var deny = regexp.MustCompile(`(?i)\bnot (been )?(built|run|implemented|supported)\b|\bnot yet\b|\b(is|are) not there\b|\bthere is no way to\b`)

// TestAbsences compares what the pages say is not there with what is there.
func TestAbsences(t *testing.T) {
	texts := map[string]string{}
	for _, name := range tree.Pages(t) {
		if name == "README.md" || strings.HasPrefix(name, "docs/") && strings.Count(name, "/") == 1 {
			texts[name] = tree.Read(t, name)
		}
	}
	tree.Report(t, checkAbsences(texts, absences(), offered(t)))
}

// offered are the names of what the schema and the commands have.
func offered(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, def := range tree.Schema(t).Types {
		if def.BuiltIn {
			continue
		}
		out = append(out, def.Name)
		for _, v := range def.EnumValues {
			out = append(out, def.Name+"."+v.Name)
		}
		for _, f := range def.Fields {
			if field := def.Name + "." + f.Name; !strings.HasPrefix(f.Name, "__") {
				out = append(out, field)
				out = append(out, argumentsOf(field, f.Arguments)...)
			}
		}
	}
	out = append(out, commandsOf(tree.Read(t, "docs/command-line.md"))...)
	slices.Sort(out)
	return out
}

func argumentsOf(field string, all ast.ArgumentDefinitionList) []string {
	var out []string
	for _, a := range all {
		out = append(out, field+"."+a.Name)
	}
	return out
}

// commandsOf are the commands and flags of docs/command-line.md, which a test of the commands
// compares with them.
func commandsOf(page string) []string {
	var out []string
	command := ""
	for line := range strings.Lines(page) {
		if m := regexp.MustCompile("^#+ (causeway [a-z -]+)").FindStringSubmatch(line); m != nil {
			command = strings.TrimSpace(m[1])
			out = append(out, command)
		} else if m := regexp.MustCompile("^\\| `(--[a-z-]+)` ").FindStringSubmatch(line); m != nil {
			out = append(out, command+" "+m[1])
		}
	}
	return out
}

// checkAbsences returns what is wrong with the statements of absence of some pages: one that the
// table lacks, one that is false, and a row that no page needs.
func checkAbsences(texts map[string]string, table []absence, names []string) []string {
	var complaints []string
	complain := func(format string, args ...any) { complaints = append(complaints, fmt.Sprintf(format, args...)) }
	covered := map[string][][2]int{}
	for _, a := range table {
		at := strings.Index(folded(texts[a.page]), a.says)
		if at < 0 || !deny.MatchString(a.says) {
			complain("%s does not say %q is absent: take the row out of the table", a.page, a.says)
			continue
		}
		covered[a.page] = append(covered[a.page], [2]int{at, at + len(a.says)})
		if (len(a.unless) == 0) == (a.why == "") {
			complain("%s: %q needs either the names that would make it false or a reason why there are none", a.page, a.says)
		}
		for _, pattern := range a.unless {
			if at := slices.IndexFunc(names, regexp.MustCompile(pattern).MatchString); at >= 0 {
				complain("%s says %q, but there is %s: correct the page", a.page, a.says, names[at])
			}
		}
	}
	for page, text := range texts {
		text = folded(text)
		for _, m := range deny.FindAllStringIndex(text, -1) {
			if !slices.ContainsFunc(covered[page], func(c [2]int) bool { return c[0] <= m[0] && m[1] <= c[1] }) {
				complain("%s says %q: put it into the table of absences, with the name that would make it false",
					page, text[max(0, m[0]-40):min(len(text), m[1]+80)])
			}
		}
	}
	slices.Sort(complaints)
	return complaints
}

// folded is a text on one line.
func folded(text string) string { return strings.Join(strings.Fields(text), " ") }

func TestAbsences_Planted(t *testing.T) {
	const page = "docs/limits.md"
	texts := map[string]string{page: "Not built: what-if\nquestions, MCP."}
	row := absence{page: page, says: "Not built: what-if questions, MCP.", unless: []string{`^Query\.whatIf$`, `\bmcp`}}
	names := []string{"Query.recall", "causeway export --output"}
	if got := checkAbsences(texts, []absence{row}, names); len(got) > 0 {
		t.Errorf("what is true is complained about: %q", got)
	}
	tree.Planted(t, "a field that is there", checkAbsences(texts, []absence{row}, append(names, "Query.whatIf")), "but there is Query.whatIf")
	tree.Planted(t, "a command that is there", checkAbsences(texts, []absence{row}, append(names, "causeway mcp")), "but there is causeway mcp")
	tree.Planted(t, "a denial that nobody listed", checkAbsences(texts, nil, names), "put it into the table")
	tree.Planted(t, "a row that is stale", checkAbsences(map[string]string{page: "All is built."}, []absence{row}, names), "take the row out")
	row.unless = nil
	tree.Planted(t, "a row that nothing can show false", checkAbsences(texts, []absence{row}, names), "needs either the names")
	all := offered(t)
	for _, name := range []string{"Query.whatIf", "Query.factorPath.follow", "Mutation.validatePatterns", "causeway export", "causeway export --output", "Basis.MEASURED"} {
		if !slices.Contains(all, name) {
			t.Errorf("%s is not among the %d names offered", name, len(all))
		}
	}
}
