package rules_test

import (
	"fmt"
	"go/ast"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/tree"
)

// TestServers_EveryTestThatAsksIsRun: of the packages that the Makefile names in NAMED only the tests
// run on servers whose names match ASKING.
func TestServers_EveryTestThatAsksIsRun(t *testing.T) {
	named, asking := namedTests(t, tree.Read(t, "Makefile"))
	of := map[string][]tree.Source{}
	for _, s := range tree.Sources(t) {
		if s.IsTest() {
			of["./"+s.Dir()] = append(of["./"+s.Dir()], s)
		}
	}
	for _, folder := range named {
		if len(of[folder]) == 0 {
			t.Errorf("Makefile: NAMED has %s, which has no tests", folder)
		}
		tree.Report(t, checkAsking(of[folder], asking))
	}
	planted := tree.Parse(t, "p_test.go", []byte(`package p
func open() { enginetest.Neo4j(nil) }
func either() { if enginetest.Embedded() { return }; open() }
func TestPath_one(t *testing.T) { open() }
func TestOther(t *testing.T) { run(map[string]func(){"native": open}) }
func TestEither(t *testing.T) { either() }`))
	got := checkAsking([]tree.Source{planted}, regexp.MustCompile("^TestPath"))
	tree.Planted(t, "a test that asks by a helper", got, "TestOther")
	if len(got) != 1 {
		t.Errorf("the rule complains about what it should not: %q", got)
	}
}

// namedTests returns the packages NAMED and the pattern ASKING of the Makefile.
func namedTests(t *testing.T, makefile string) (named []string, asking *regexp.Regexp) {
	t.Helper()
	value := func(name string) string {
		m := regexp.MustCompile(`(?m)^` + name + ` := (.*)$`).FindStringSubmatch(makefile)
		if m == nil {
			t.Fatalf("the Makefile sets no %s", name)
		}
		return strings.ReplaceAll(m[1], "$$", "$")
	}
	return strings.Fields(value("NAMED")), regexp.MustCompile(value("ASKING"))
}

// checkAsking returns the tests of a package that ask for a server, or call by name a function that does, and
// whose names do not match. What goes by enginetest.Embedded has run on the embedded engines.
func checkAsking(sources []tree.Source, asking *regexp.Regexp) []string {
	uses := map[string]map[string]bool{}
	for _, s := range sources {
		for _, d := range s.File.Decls {
			if f, is := d.(*ast.FuncDecl); is && f.Body != nil {
				uses[f.Name.Name] = namesIn(f.Body)
			}
		}
	}
	asks := map[string]bool{"enginetest.Neo4j": true, "enginetest.Weaviate": true, "enginetest.Browser": true}
	for more := true; more; {
		more = false
		for name, used := range uses {
			if !asks[name] && !used["enginetest.Embedded"] && slices.ContainsFunc(slices.Collect(maps.Keys(used)), func(n string) bool { return asks[n] }) {
				asks[name], more = true, true
			}
		}
	}
	var complaints []string
	for name := range asks {
		if strings.HasPrefix(name, "Test") && !asking.MatchString(name) {
			complaints = append(complaints, fmt.Sprintf("%s: %s asks for a server, but its name does not match ASKING in the Makefile, so it never runs on one", sources[0].Dir(), name))
		}
	}
	slices.Sort(complaints)
	return complaints
}

// namesIn returns the names that code uses; those of another package with its name before them.
func namesIn(code ast.Node) map[string]bool {
	out := map[string]bool{}
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if x, is := n.X.(*ast.Ident); is {
				out[x.Name+"."+n.Sel.Name] = true
			}
			out[n.Sel.Name] = true
		case *ast.Ident:
			out[n.Name] = true
		}
		return true
	})
	return out
}
