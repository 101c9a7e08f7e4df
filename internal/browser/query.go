package browser

import (
	"archive/zip"
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed queries/*.cypher
var queryFiles embed.FS

// Query is one saved query.
type Query struct {
	// Name is that of its file without number and ending, like show_path.
	Name string
	// Title is what the Browser lists it under, About says what it shows.
	Title, About string
	// Text is the whole file: a comment that says all this, then the statement.
	Text string
}

// Statement returns the text without the comment at its head.
func (q Query) Statement() string {
	lines := strings.Split(q.Text, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, "//") {
			return strings.TrimSpace(strings.Join(lines[i:], "\n"))
		}
	}
	return ""
}

// Queries returns the saved queries in the order of the guide. It returns an error when
// the binary was put together wrongly.
func Queries() ([]Query, error) {
	names, err := fs.Glob(queryFiles, "queries/*.cypher")
	if err != nil {
		return nil, fmt.Errorf("list the saved queries: %w", err)
	}
	var out []Query
	for _, name := range names {
		text, err := queryFiles.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read the saved query %s: %w", name, err)
		}
		lines := strings.SplitN(string(text), "\n", 3)
		_, short, _ := strings.Cut(strings.TrimSuffix(path.Base(name), ".cypher"), "_")
		out = append(out, Query{
			Name: short, Title: strings.TrimPrefix(lines[0], "// "), About: strings.TrimPrefix(lines[1], "// "), Text: string(text),
		})
	}
	return out, nil
}

// oneFile returns the queries one after the other, as the Browser exports its favorites.
func oneFile(queries []Query) []byte {
	var out []string
	for _, q := range queries {
		out = append(out, strings.TrimSpace(q.Text)+";\n")
	}
	return []byte(strings.Join(out, "\n"))
}

// archive returns the queries in the form that the Browser imports when it is dropped on it:
// a zip with a folder of favorites.
func archive(queries []Query) ([]byte, error) {
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for i, q := range queries {
		file, err := w.Create(fmt.Sprintf("causeway/%02d_%s.cypher", i+1, q.Name))
		if err == nil {
			_, err = file.Write([]byte(strings.TrimSpace(q.Text)))
		}
		if err != nil {
			return nil, fmt.Errorf("pack the saved query %s: %w", q.Name, err)
		}
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("pack the saved queries: %w", err)
	}
	return out.Bytes(), nil
}
