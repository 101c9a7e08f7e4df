package tree

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Module is the path of the module.
const Module = "github.com/causeway-memory/causeway"

// Root returns the folder of the repository: the one with go.mod at or above the working folder.
func Root() string {
	dir, err := os.Getwd()
	if err != nil {
		panic(fmt.Sprintf("find the repository: %v", err))
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			panic("find the repository: no go.mod above the working folder")
		}
	}
}

// Source is one parsed Go file; Lines are those of its text.
type Source struct {
	// Path is relative to the root, with slashes.
	Path  string
	File  *ast.File
	Fset  *token.FileSet
	Lines int
}

// IsTest reports whether the file is compiled for tests alone.
func (s Source) IsTest() bool { return strings.HasSuffix(s.Path, "_test.go") }

// IsGenerated reports whether the file says that a program wrote it.
func (s Source) IsGenerated() bool { return ast.IsGenerated(s.File) }

// Dir is the package's folder, "." for the root.
func (s Source) Dir() string { return path.Dir(s.Path) }

// Parse reads one Go file from text.
func Parse(t *testing.T, name string, text []byte) Source {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return Source{Path: name, File: file, Fset: fset, Lines: bytes.Count(text, []byte("\n"))}
}

// Sources returns every Go file of the module, folders of other tools left out.
func Sources(t *testing.T) []Source {
	t.Helper()
	var out []Source
	err := filepath.WalkDir(Root(), func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := entry.Name()
		if entry.IsDir() && (base == "node_modules" || base == "testdata" || base == "bin" || len(base) > 2 && base[0] == '.') {
			return filepath.SkipDir
		}
		if entry.IsDir() || !strings.HasSuffix(base, ".go") {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		out = append(out, Parse(t, Relative(name), text))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) < 20 {
		t.Fatalf("found only %d Go files; the walk is wrong", len(out))
	}
	return out
}

// Relative returns the path from the root, with slashes, of a file under it.
func Relative(name string) string {
	return filepath.ToSlash(strings.TrimPrefix(name, Root()+string(filepath.Separator)))
}

// Committed returns the paths of all files that git tracks or would track.
func Committed(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = Root()
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("SKIP: not in a git checkout (%v); the words of committed files are not checked", err)
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	slices.Sort(names)
	return slices.Compact(names)
}

// Read returns the text of a file by its path from the root.
func Read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(Root(), filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// Report fails the test once for each complaint.
func Report(t *testing.T, complaints []string) {
	t.Helper()
	for _, c := range complaints {
		t.Error(c)
	}
}

// Planted checks that a rule complains about a violation, with the words that help.
func Planted(t *testing.T, why string, complaints []string, want string) {
	t.Helper()
	if !strings.Contains(strings.Join(complaints, "\n"), want) {
		t.Errorf("%s: the rule is blind, it said %q and should say %q", why, complaints, want)
	}
}
