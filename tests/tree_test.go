package tests_test

import (
	"bytes"
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

const module = "github.com/causeway-memory/causeway"

// root is the repository's root, seen from this package.
const root = ".."

// source is one parsed Go file.
type source struct {
	// path is relative to the root, with slashes.
	path  string
	file  *ast.File
	fset  *token.FileSet
	lines int
}

func (s source) isTest() bool      { return strings.HasSuffix(s.path, "_test.go") }
func (s source) isGenerated() bool { return ast.IsGenerated(s.file) }

// dir is the package's folder, "." for the root.
func (s source) dir() string { return path.Dir(s.path) }

// parse reads one Go file from text.
func parse(t *testing.T, name string, text []byte) source {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return source{path: name, file: file, fset: fset, lines: bytes.Count(text, []byte("\n"))}
}

// sources returns every Go file of the module, folders of other tools left out.
func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
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
		out = append(out, parse(t, relative(name), text))
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

func relative(name string) string {
	return filepath.ToSlash(strings.TrimPrefix(name, root+string(filepath.Separator)))
}

// committed returns the paths of all files that git tracks or would track.
func committed(t *testing.T) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("SKIP: not in a git checkout (%v); the words of committed files are not checked", err)
	}
	names := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	slices.Sort(names)
	return slices.Compact(names)
}

// read returns the text of a file by its path from the root.
func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// report fails the test once for each complaint.
func report(t *testing.T, complaints []string) {
	t.Helper()
	for _, c := range complaints {
		t.Error(c)
	}
}

// planted checks that a rule complains about a violation, with the words that help.
func planted(t *testing.T, why string, complaints []string, want string) {
	t.Helper()
	if !strings.Contains(strings.Join(complaints, "\n"), want) {
		t.Errorf("%s: the rule is blind, it said %q and should say %q", why, complaints, want)
	}
}
