package tests_test

import (
	"fmt"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// layer says what the packages of one place may import from this module; anything may
// import the standard library.
type layer struct {
	// place is a folder; with a trailing "/..." all folders in it too.
	place string
	// allowed are the places that it may import, of the same form.
	allowed []string
	// libraries are the prefixes of foreign modules that it may import; nil means any.
	libraries []string
}

// layers is the import rule of docs/architecture.md, first match wins.
func layers() []layer {
	domains := []string{"episodic", "causal", "causal/inference", "patterns", "patterns/statistics"}
	graph := []string{"graph/generated", "graph/level", "graph/model", "graph/scalar"}
	none := []string{}
	with := func(more ...string) []string { return append(slices.Clone(domains), more...) }
	return []layer{
		{".", []string{"internal/cli"}, none},
		{"episodic", none, []string{"github.com/kljensen/snowball", "golang.org/x/text/unicode/norm"}},
		{"causal", []string{"episodic", "causal/inference", "causal/estimation"}, []string{"gonum.org/v1/gonum"}},
		{"causal/inference", []string{"episodic"}, []string{"gonum.org/v1/gonum"}},
		{"causal/estimation", []string{"episodic", "causal/inference"}, []string{"gonum.org/v1/gonum"}},
		{"patterns", []string{"episodic", "causal", "patterns/statistics", "patterns/mining"}, none},
		{"patterns/statistics", none, []string{"gonum.org/v1/gonum"}},
		{"patterns/mining", []string{"patterns/statistics"}, []string{"gonum.org/v1/gonum"}},
		{"cypher", none, none},
		{"examples", none, none},
		{"examples/clients/...", none, nil},
		{"graph", none, none},
		{"graph/generate", none, none},
		{"graph/level", none, []string{"github.com/99designs/gqlgen/graphql"}},
		{"graph/generated", with("graph/level", "graph/model", "graph/scalar", "internal/jobs"), nil},
		{"graph/model", with("graph/scalar", "internal/jobs"), nil},
		{"graph/scalar", domains, nil},
		{"graph/resolvers", append(with("internal/idempotency", "internal/jobs"), graph...), nil},
		{"internal/httpapi/...", append(with("graph/resolvers", "internal/httpapi/...", "internal/web", "internal/metrics", "internal/auth", "internal/idempotency", "internal/jobs", "internal/lease", "internal/migration"), graph...), nil},
		{"internal/mcpserver", domains, nil},
		{"internal/migration", none, none},
		{"internal/schemachange", none, []string{"github.com/vektah/gqlparser/v2/ast"}},
		{"internal/auth", none, nil},
		{"internal/ledger", none, none},
		{"internal/lease", []string{"internal/ledger"}, nil},
		{"internal/idempotency", []string{"episodic", "internal/ledger"}, nil},
		{"internal/jobs", []string{"episodic", "internal/ledger"}, nil},
		{"internal/neo4jstore", with("cypher", "internal/migration", "internal/ledger"), nil},
		{"internal/sqlitestore", with("internal/migration", "internal/ledger"), nil},
		{"internal/weaviateindex", domains, []string{
			"github.com/weaviate/weaviate-go-client/v4/weaviate/fault", "github.com/weaviate/weaviate-go-client/v4/weaviate/pathbuilder",
			"github.com/google/uuid", "golang.org/x/sync/semaphore",
		}},
		{"internal/journal", domains, nil},
		{"internal/capture", domains, nil},
		{"internal/engine", none, nil},
		{"internal/ingest/...", with("internal/ingest/..."), nil},
		{"internal/embedding/...", domains, nil},
		{"internal/tokens", domains, nil},
		{"internal/metrics", domains, nil},
		{"internal/telemetry", domains, nil},
		{"internal/web", none, nil},
		{"internal/browser", none, none},
		{"internal/config", none, nil},
		{"internal/app", []string{"..."}, nil},
		{"internal/cli", []string{"internal/app", "internal/auth", "internal/config", "internal/engine", "internal/ingest/...", "examples", "episodic", "causal", "patterns"}, nil},
		{"internal/storetest", with("internal/ledger", "internal/soak"), nil},
		{"internal/soak", none, []string{"pgregory.net/rapid"}},
		{"internal/enginetest", []string{"..."}, nil},
		{"tests/...", []string{"..."}, nil},
	}
}

func within(place, dir string) bool {
	folder, deep := strings.CutSuffix(place, "...")
	if !deep {
		return dir == place
	}
	return folder == "" || dir == strings.TrimSuffix(folder, "/") || strings.HasPrefix(dir, folder)
}

// checkImports returns what the imports of one package break. Tests are free: they are
// compiled into no binary.
func checkImports(dir string, imports []string) []string {
	i := slices.IndexFunc(layers(), func(l layer) bool { return within(l.place, dir) })
	if i < 0 {
		return []string{fmt.Sprintf("%s: in no layer; give it a place in the table of imports_test.go and docs/architecture.md", dir)}
	}
	l := layers()[i]
	var complaints []string
	for _, name := range imports {
		own, isOwn := strings.CutPrefix(name, module+"/")
		switch {
		case isOwn && !slices.ContainsFunc(l.allowed, func(p string) bool { return within(p, own) }):
			complaints = append(complaints, fmt.Sprintf("%s imports %s; it may import %v", dir, own, l.allowed))
		case isOwn && (own == "internal/config") && dir != "internal/app" && dir != "internal/cli" && !within("tests/...", dir):
			complaints = append(complaints, fmt.Sprintf("%s imports the configuration; pass it plain values", dir))
		case !isOwn && foreign(name) && l.libraries != nil && !slices.ContainsFunc(l.libraries, func(p string) bool { return strings.HasPrefix(name, p) }):
			complaints = append(complaints, fmt.Sprintf("%s imports %s; beside the standard library it may import %v", dir, name, l.libraries))
		}
	}
	return complaints
}

// foreign reports whether an import path is outside of the standard library.
func foreign(name string) bool {
	first, _, _ := strings.Cut(name, "/")
	return strings.Contains(first, ".")
}

func TestImports_PointOneWay(t *testing.T) {
	for _, s := range sources(t) {
		if s.isTest() {
			continue
		}
		var imports []string
		for _, spec := range s.file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			imports = append(imports, name)
		}
		report(t, checkImports(s.dir(), imports))
	}
}

// Weaviate's client takes its types from the module of the server (docs/decisions/0035).
func TestImports_NothingOfWeaviatesServer(t *testing.T) {
	listed, err := exec.Command("go", "list", "-deps", module).Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(listed))
	if !slices.Contains(packages, module+"/internal/weaviateindex") {
		t.Fatalf("the list of %d packages lacks our own", len(packages))
	}
	for _, name := range packages {
		if strings.HasPrefix(name, "github.com/weaviate/weaviate/") {
			t.Errorf("%s is linked", name)
		}
	}
}

func TestImports_DomainsReadNoClock(t *testing.T) {
	for _, s := range sources(t) {
		if s.isTest() || !slices.Contains([]string{"episodic", "causal", "patterns"}, s.dir()) {
			continue
		}
		report(t, checkCalls(s, "time", "Now", "a clock is passed in"))
	}
}

func TestImports_Planted(t *testing.T) {
	for _, c := range []struct {
		why, dir, imported, want string
	}{
		{"a domain looks left", "episodic", module + "/causal", "episodic imports causal"},
		{"a domain knows an engine", "causal", "github.com/neo4j/neo4j-go-driver/v5/neo4j", "beside the standard library"},
		{"an adapter knows another", "internal/neo4jstore", module + "/internal/weaviateindex", "imports internal/weaviateindex"},
		{"an adapter knows the API", "internal/weaviateindex", module + "/graph/model", "imports graph/model"},
		{"a resolver knows an adapter", "graph/resolvers", module + "/internal/neo4jstore", "imports internal/neo4jstore"},
		{"the API reads the configuration", "internal/httpapi", module + "/internal/config", "imports internal/config"},
		{"the command line knows a store", "internal/cli", module + "/internal/neo4jstore", "imports internal/neo4jstore"},
		{"main does more than call the command line", ".", module + "/internal/app", ". imports internal/app"},
		{"a new package without a place", "internal/util", "strings", "in no layer"},
	} {
		planted(t, c.why, checkImports(c.dir, []string{"fmt", c.imported}), c.want)
	}
	for _, c := range []struct{ why, dir, imported string }{
		{"only the application joins adapters", "internal/app", module + "/internal/neo4jstore"},
		{"the store sends the statements", "internal/neo4jstore", module + "/cypher"},
		{"a domain may look right", "patterns", module + "/causal"},
		{"numerics are no engine", "causal", "gonum.org/v1/gonum/mathext"},
		{"the stemmer is a library that analysis needs", "episodic", "github.com/kljensen/snowball/english"},
	} {
		if got := checkImports(c.dir, []string{c.imported}); len(got) > 0 {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}
