package sqlitestore_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"zombiezen.com/go/sqlite"
)

// statements returns the text of every statement file by its path in the folder sql.
func statements(t *testing.T) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS("sql"), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && path.Ext(name) == ".sql" {
			var text []byte
			text, err = os.ReadFile(filepath.Join("sql", name))
			out[name] = string(text)
		}
		return err
	})
	must(t, err)
	if len(out) < 60 {
		t.Fatalf("found %d statements; is the test in the right folder?", len(out))
	}
	return out
}

func TestStatement_isEmbeddedOnce(t *testing.T) {
	sources, err := filepath.Glob("*.go")
	must(t, err)
	var all strings.Builder
	for _, name := range sources {
		text, err := os.ReadFile(name)
		must(t, err)
		all.Write(text)
	}
	for name := range statements(t) {
		if strings.HasPrefix(name, "schema/") {
			continue
		}
		want := "\t//go:embed sql/" + name + "\n\t" + variableName(name) + " statement\n"
		alone := "//go:embed sql/" + name + "\nvar " + variableName(name) + " statement\n"
		if n := strings.Count(all.String(), want) + strings.Count(all.String(), alone); n != 1 {
			t.Errorf("%s is embedded %d times in a variable %s", name, n, variableName(name))
		}
	}
}

// variableName turns get_episodes.sql into getEpisodes.
func variableName(file string) string {
	var b strings.Builder
	for i, word := range strings.Split(strings.TrimSuffix(path.Base(file), ".sql"), "_") {
		if i > 0 {
			word = strings.ToUpper(word[:1]) + word[1:]
		}
		b.WriteString(word)
	}
	return strings.Replace(b.String(), "Ids", "IDs", 1)
}

func TestStatement_hasAHeader(t *testing.T) {
	conn := schema(t)
	for name, text := range statements(t) {
		for _, complaint := range checkHeader(conn, name, text) {
			t.Errorf("%s: %s", name, complaint)
		}
	}
	good := "-- get_x: The x.\n-- params: id\n-- returns: key, note\nSELECT id AS key, coalesce(task, id) AS note\nFROM episode WHERE id = $id\n"
	for _, c := range []struct{ why, name, text string }{
		{"another name", "episodic/get_y.sql", good},
		{"an unlisted parameter", "episodic/get_x.sql", strings.Replace(good, "$id", "$other", 1)},
		{"an unused parameter", "episodic/get_x.sql", strings.Replace(good, "params: id", "params: id, other", 1)},
		{"another column", "episodic/get_x.sql", strings.Replace(good, "AS note", "AS remark", 1)},
		{"no sentence", "episodic/get_x.sql", strings.Replace(good, "The x.", "The x", 1)},
		{"a parameter without a name", "episodic/get_x.sql", good + "AND task = ?"},
		{"two statements", "episodic/get_x.sql", good + "; DELETE FROM episode"},
		{"a table that is not there", "episodic/get_x.sql", strings.Replace(good, "FROM episode", "FROM nowhere", 1)},
	} {
		if len(checkHeader(conn, c.name, c.text)) == 0 {
			t.Errorf("%s is not noticed", c.why)
		}
	}
	if got := checkHeader(conn, "episodic/get_x.sql", good); len(got) > 0 {
		t.Errorf("a good header is refused: %v", got)
	}
}

// schema opens a database that has every table.
func schema(t *testing.T) *sqlite.Conn {
	t.Helper()
	path := filepath.Join(t.TempDir(), "causeway.db")
	openFile(t, path)
	conn, err := checksumvfs.Open(path, sqlite.OpenReadWrite)
	must(t, err)
	t.Cleanup(func() { must(t, conn.Close()) })
	return conn
}

// checkHeader returns what a statement file does wrong. What it takes and returns is asked
// of SQLite, but for the steps of the schema.
func checkHeader(conn *sqlite.Conn, name, text string) []string {
	var complaints []string
	lines := strings.Split(text, "\n")
	base := strings.TrimSuffix(path.Base(name), ".sql")
	if !strings.HasPrefix(lines[0], "-- "+base+": ") || !strings.HasSuffix(lines[0], ".") {
		complaints = append(complaints, "the first line is not its name and a sentence")
	}
	if len(lines) < 4 || !strings.HasPrefix(lines[1], "-- params: ") || !strings.HasPrefix(lines[2], "-- returns: ") {
		return append(complaints, "no params or returns in lines 2 and 3")
	}
	if strings.HasPrefix(name, "schema/") {
		return complaints
	}
	stmt, trailing, err := conn.PrepareTransient(text)
	if err != nil {
		return append(complaints, err.Error())
	}
	defer func() { _ = stmt.Finalize() }()
	var takes, gives []string
	for i := range stmt.BindParamCount() {
		takes = append(takes, strings.TrimPrefix(stmt.BindParamName(i+1), "$"))
	}
	for i := range stmt.ColumnCount() {
		gives = append(gives, stmt.ColumnName(i))
	}
	slices.Sort(takes)
	slices.Sort(gives)
	if want := listed(lines[1], "-- params: "); !slices.Equal(want, takes) {
		complaints = append(complaints, "uses the parameters "+strings.Join(takes, ", ")+" and lists "+strings.Join(want, ", "))
	}
	if want := listed(lines[2], "-- returns: "); !slices.Equal(want, gives) {
		complaints = append(complaints, "returns "+strings.Join(gives, ", ")+" and lists "+strings.Join(want, ", "))
	}
	if trailing > 0 {
		complaints = append(complaints, "has more than one statement")
	}
	return complaints
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
