package clients_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/Khan/genqlient/generate"
	"github.com/google/go-cmp/cmp"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/causeway-memory/causeway/graph"
)

const clientOperations = "operations.graphql"

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// operations returns what the example clients send, held against the schema.
func operations(t *testing.T) (*ast.Schema, *ast.QueryDocument) {
	t.Helper()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: graph.Schema})
	document, errs := gqlparser.LoadQueryWithRules(schema, read(t, clientOperations), rules.NewDefaultRules())
	if len(errs) > 0 {
		t.Fatalf("%s does not fit the schema: %v", clientOperations, errs)
	}
	return schema, document
}

func TestFollowFitsTheSchema(t *testing.T) {
	schema, _ := operations(t)
	if _, errs := gqlparser.LoadQueryWithRules(schema, read(t, "curl/follow.graphql"), rules.NewDefaultRules()); len(errs) > 0 {
		t.Error(errs)
	}
}

// TestGoIsCurrent: the generated part of the Go client is what genqlient makes of the
// operations now; `make generate` writes it.
func TestGoIsCurrent(t *testing.T) {
	config, err := generate.ReadAndValidateConfig("go/genqlient.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files, err := generate.Generate(config)
	if err != nil || len(files) != 1 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, text := range files {
		if diff := cmp.Diff(read(t, "go/generated.go"), string(text)); diff != "" {
			t.Errorf("run make generate (-file +generated):\n%s", diff)
		}
	}
}

// TestTypesAreCurrent: the types and operations of the packages are those of the schema, so
// that mypy and tsc hold every variable and every field that is read against them.
func TestTypesAreCurrent(t *testing.T) {
	schema, document := operations(t)
	all := shapesOf(schema, document, read(t, clientOperations))
	for name, want := range map[string]string{
		"typescript/src/generated.ts":       all.typescript(),
		"python/src/causeway/_generated.py": all.python(),
	} {
		if os.Getenv("REWRITE_PAGES") != "" {
			if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff(read(t, name), want); diff != "" {
			t.Errorf("run make generate (-%s +schema):\n%s", name, diff)
		}
	}
}

// TestVersions: a release has one version, whatever is installed.
func TestVersions(t *testing.T) {
	version := regexp.MustCompile(`(?m)^\s*"?version"?(?:: | = )"([^"]+)"`)
	want := version.FindStringSubmatch(read(t, "python/pyproject.toml"))[1]
	for _, name := range []string{"typescript/package.json", "typescript/package-lock.json"} {
		if got := version.FindStringSubmatch(read(t, name))[1]; got != want {
			t.Errorf("%s has the version %s, pyproject.toml %s", name, got, want)
		}
	}
}

// TestNamesAreGenerated: what the packages take from the generated modules is there. A change of the schema may
// rename a type; the compilers of both languages would say so later.
func TestNamesAreGenerated(t *testing.T) {
	taken := map[string]*regexp.Regexp{
		"python/src/causeway/_calls.py":   regexp.MustCompile(`(?s)from \._generated import \((.*?)\)`),
		"python/src/causeway/_sync.py":    regexp.MustCompile(`(?s)from \._generated import \((.*?)\)`),
		"python/src/causeway/_async.py":   regexp.MustCompile(`(?s)from \._generated import \((.*?)\)`),
		"python/src/causeway/__init__.py": regexp.MustCompile(`(?s)from \._generated import \((.*?)\)`),
		"typescript/src/client.ts":        regexp.MustCompile(`(?s)import \{([^}]*)\} from "\./generated\.js"`),
		"typescript/src/index.ts":         regexp.MustCompile(`(?s)export type \{([^}]*)\} from "\./generated\.js"`),
	}
	text := read(t, "python/src/causeway/_generated.py") + read(t, "typescript/src/generated.ts")
	for file, list := range taken {
		found := list.FindStringSubmatch(read(t, file))
		if found == nil {
			t.Errorf("%s takes nothing from what is generated", file)
			continue
		}
		for _, name := range regexp.MustCompile(`\w+`).FindAllString(strings.ReplaceAll(found[1], "type ", ""), -1) {
			if !regexp.MustCompile(`(?m)^(class|export (interface|type|const)) ` + name + `\b|^` + name + `( = |: )`).MatchString(text) {
				t.Errorf("%s takes %s, which is not generated: its type has another name now", file, name)
			}
		}
	}
}

// TestEveryOperationIsUsed: each client sends every operation.
func TestEveryOperationIsUsed(t *testing.T) {
	_, document := operations(t)
	for _, file := range []string{"go/main.go", "python/src/causeway/_calls.py", "typescript/src/client.ts", "curl/client.sh"} {
		text := read(t, file)
		for _, o := range document.Operations {
			if !strings.Contains(text, o.Name) {
				t.Errorf("%s does not use the operation %s", file, o.Name)
			}
		}
	}
}
