package cypher_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/cypher"
)

// files returns the text of every statement file by path.
func files(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && path.Ext(name) == ".cypher" {
			var text []byte
			text, err = os.ReadFile(name)
			out[name] = string(text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 20 {
		t.Fatalf("found %d statements; is the test in the right folder?", len(out))
	}
	return out
}

// embedded returns the files that variables embed, with the name of the variable.
func embedded(t *testing.T) map[string][]string {
	t.Helper()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.GenDecl)
			if !ok || d.Tok != token.VAR || d.Doc == nil {
				continue
			}
			name := d.Specs[0].(*ast.ValueSpec).Names[0].Name
			for _, comment := range d.Doc.List {
				if pattern, ok := strings.CutPrefix(comment.Text, "//go:embed "); ok {
					out[pattern] = append(out[pattern], name)
				}
			}
		}
	}
	return out
}

func TestStatement_OneVariableForEachFile(t *testing.T) {
	variables := embedded(t)
	for name := range files(t) {
		if path.Dir(name) == "schema" {
			continue
		}
		if got := variables[name]; len(got) != 1 || variableName(name) != got[0] {
			t.Errorf("%s is embedded by %v, want %s only", name, got, variableName(name))
		}
	}
}

// variableName turns get_episodes.cypher into GetEpisodes.
func variableName(file string) string {
	var b strings.Builder
	for _, word := range strings.Split(strings.TrimSuffix(path.Base(file), ".cypher"), "_") {
		if word == "ids" {
			b.WriteString("IDs")
			continue
		}
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String()
}

func TestStatement_Header(t *testing.T) {
	for name, text := range files(t) {
		for _, complaint := range checkHeader(name, text) {
			t.Errorf("%s: %s", name, complaint)
		}
	}
}

// checkHeader returns what a statement file does wrong.
func checkHeader(name, text string) []string {
	var complaints []string
	lines := strings.Split(text, "\n")
	base := strings.TrimSuffix(path.Base(name), ".cypher")
	if !strings.HasPrefix(lines[0], "// "+base+": ") || !strings.HasSuffix(lines[0], ".") {
		complaints = append(complaints, "the first line is not its name and a sentence")
	}
	if len(lines) < 4 || !strings.HasPrefix(lines[1], "// params: ") || !strings.HasPrefix(lines[2], "// returns: ") {
		return append(complaints, "no params or returns in lines 2 and 3")
	}
	if want, got := usedParameters(text), listed(lines[1], "// params: "); !slices.Equal(want, got) {
		complaints = append(complaints, "uses the parameters "+strings.Join(want, ", ")+" and lists "+strings.Join(got, ", "))
	}
	if want, got := returnedColumns(text), listed(lines[2], "// returns: "); !slices.Equal(want, got) {
		complaints = append(complaints, "returns "+strings.Join(want, ", ")+" and lists "+strings.Join(got, ", "))
	}
	if strings.Contains(text, "$(") || strings.Contains(text, "$any(") || strings.Contains(text, "$all(") {
		complaints = append(complaints, "has a dynamic type or label")
	}
	again := regexp.MustCompile(`IF NOT EXISTS|MATCH .* IS NULL\n|MATCH .* IS NOT NULL\n(.|\n)*REMOVE `)
	if strings.HasPrefix(name, "schema/") && !again.MatchString(text) {
		complaints = append(complaints, "cannot be run again: it neither creates IF NOT EXISTS nor fills what IS NULL nor removes what IS NOT NULL")
	}
	return complaints
}

// usedParameters returns the parameters in the statement itself, sorted.
func usedParameters(text string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`\$([a-zA-Z]\w*)`).FindAllStringSubmatch(body(text), -1) {
		out = append(out, m[1])
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// body returns the statement without its comments.
func body(text string) string {
	var lines []string
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(strings.TrimSpace(line), "//") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

// listed returns the words of a header line without their descriptions, sorted.
func listed(line, prefix string) []string {
	line = regexp.MustCompile(`\([^)]*\)`).ReplaceAllString(strings.TrimPrefix(line, prefix), "")
	if line == "none" || line == "nothing" {
		return nil
	}
	var out []string
	for _, word := range strings.Split(line, ",") {
		out = append(out, strings.TrimSpace(word))
	}
	slices.Sort(out)
	return out
}

// returnedColumns returns the columns of the last RETURN at the beginning of a line, sorted.
func returnedColumns(text string) []string {
	text = body(text)
	at := strings.LastIndex(text, "\nRETURN ")
	if at < 0 {
		return nil
	}
	clause := strings.TrimPrefix(text[at:], "\nRETURN ")
	clause = regexp.MustCompile(`(?s)\n(ORDER BY|LIMIT|SKIP).*`).ReplaceAllString(clause, "")
	var out []string
	for _, item := range splitOutside(clause) {
		words := strings.Fields(item)
		out = append(out, words[len(words)-1])
	}
	slices.Sort(out)
	return out
}

// splitOutside splits at the commas that are not inside brackets.
func splitOutside(s string) []string {
	var out []string
	depth, from := 0, 0
	for i, r := range s {
		switch r {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, s[from:i])
				from = i + 1
			}
		}
	}
	return append(out, s[from:])
}

func TestStatement_HeaderIsChecked(t *testing.T) {
	good := "// get_x: The x.\n// params: id\n// returns: key, note\nMATCH (x {id: $id})\nRETURN x.key AS key, coalesce(x.a, x.b) AS note\n"
	for _, c := range []struct{ why, name, text string }{
		{"another name", "episodic/get_y.cypher", good},
		{"an unlisted parameter", "episodic/get_x.cypher", strings.Replace(good, "$id", "$other", 1)},
		{"an unused parameter", "episodic/get_x.cypher", strings.Replace(good, "params: id", "params: id, other", 1)},
		{"another column", "episodic/get_x.cypher", strings.Replace(good, "AS note", "AS remark", 1)},
		{"no sentence", "episodic/get_x.cypher", strings.Replace(good, "The x.", "The x", 1)},
		{"a dynamic type", "episodic/get_x.cypher", good + "CREATE ()-[:$(id)]->()"},
		{"a step that runs only once", "schema/get_x.cypher", good},
	} {
		if len(checkHeader(c.name, c.text)) == 0 {
			t.Errorf("%s is not noticed", c.why)
		}
	}
	if got := checkHeader("episodic/get_x.cypher", good); len(got) > 0 {
		t.Errorf("a good header is refused: %v", got)
	}
}

func TestStatement_Name(t *testing.T) {
	if got := cypher.GetEpisodes.Name(); got != "get_episodes" {
		t.Errorf("Name() = %q", got)
	}
}

func TestSchema_IsNumberedWithoutGaps(t *testing.T) {
	names, err := fs.Glob(cypher.Schema(), "*.cypher")
	if err != nil || len(names) == 0 {
		t.Fatalf("the schema has %d files: %v", len(names), err)
	}
	slices.Sort(names)
	for i, name := range names {
		var number int
		if m := regexp.MustCompile(`^(\d{3})_[a-z_]+\.cypher$`).FindStringSubmatch(name); m != nil {
			number = int(m[1][0]-'0')*100 + int(m[1][1]-'0')*10 + int(m[1][2]-'0')
		}
		if number != i+1 {
			t.Errorf("file %d of the schema is %s", i+1, name)
		}
	}
}
