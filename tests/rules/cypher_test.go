package rules_test

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/tree"
)

func TestCypher_StatementsSayWhatTheyDo(t *testing.T) {
	found := 0
	for _, name := range tree.Committed(t) {
		if strings.HasPrefix(name, "cypher/") && strings.HasSuffix(name, ".cypher") {
			found++
			tree.Report(t, checkStatement(name, tree.Read(t, name)))
		}
	}
	if found == 0 {
		t.Error("no statement found in cypher/")
	}
}

// checkStatement returns what breaks the form of a statement: a header that says what it
// answers, its parameters and its columns, then one statement.
func checkStatement(name, text string) []string {
	var complaints []string
	complain := func(what string) { complaints = append(complaints, name+": "+what) }
	var header, body []string
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if comment, ok := strings.CutPrefix(line, "//"); ok && len(body) == 0 {
			header = append(header, strings.TrimSpace(comment))
		} else {
			body = append(body, line)
		}
	}
	about := strings.Join(header, "\n")
	statement := strings.Join(body, "\n")
	if len(header) == 0 || strings.HasPrefix(header[0], "params:") || !strings.Contains(header[0], " ") {
		complain("the first line does not say what it answers")
	}
	for _, part := range []string{"params: ", "returns: "} {
		if !strings.Contains("\n"+about, "\n"+part) {
			complain(fmt.Sprintf("no line %q in the header", part))
		}
	}
	if strings.Contains(statement, ";") {
		complain("more than one statement")
	}
	for _, m := range regexp.MustCompile(`\$([A-Za-z_]\w*)`).FindAllStringSubmatch(statement, -1) {
		if !regexp.MustCompile(`\b` + m[1] + `\b`).MatchString(about) {
			complain("the header does not name $" + m[1])
		}
	}
	if !regexp.MustCompile(`^(\d{3}_)?[a-z]+(_[a-z0-9]+)+\.cypher$`).MatchString(path.Base(name)) {
		complain("the file is not named verb_object.cypher")
	}
	return complaints
}

func TestCypher_Planted(t *testing.T) {
	whole := "// Finds one episode.\n// params: project, id\n// returns: e\nMATCH (e:Episode {project: $project, id: $id})\nRETURN e\n"
	if got := checkStatement("cypher/episodic/find_episode.cypher", whole); len(got) > 0 {
		t.Errorf("a well-kept statement is refused: %v", got)
	}
	for _, c := range []struct{ why, name, text, want string }{
		{"no header", "find_it.cypher", "RETURN 1\n", "does not say what it answers"},
		{"no columns", "find_it.cypher", strings.Replace(whole, "// returns: e\n", "", 1), `"returns: "`},
		{"an unnamed parameter", "find_it.cypher", strings.Replace(whole, "project, id", "project", 1), "$id"},
		{"two statements", "find_it.cypher", whole + ";\nRETURN 1\n", "more than one"},
		{"a name that is no verb and object", "episode.cypher", whole, "verb_object"},
	} {
		tree.Planted(t, c.why, checkStatement(c.name, c.text), c.want)
	}
}
