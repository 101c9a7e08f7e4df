package rules_test

import (
	"fmt"
	"go/ast"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/tests/tree"
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

// sharedPackages are the small packages that several domains use.
func sharedPackages() []string {
	return []string{"internal/clone", "internal/lazy", "internal/problem", "internal/text", "internal/explain", "internal/privacy", "internal/recent"}
}

// chapters are the packages of the domains in the order in which they may import each other:
// each one those above it that its domain sees. The order of a write comes last: it spans all three.
func chapters() []string {
	return []string{
		"episodic", "episodic/lexis", "episodic/intake", "episodic/chunk", "episodic/index", "episodic/when", "episodic/recall", "episodic/briefing",
		"episodic/recording", "episodic/reading", "episodic/execution", "episodic/agentrun", "episodic/tracing", "episodic/workflow", "episodic/archive",
		"causal/mask", "causal/factor", "causal/link", "causal/search", "causal/contribution", "causal/layer", "causal/trace",
		"causal/derive", "causal/paths", "causal/curate", "causal/inference", "causal/estimation", "causal/dataset", "causal/composite", "causal/model", "causal/mechanism",
		"patterns/statistics", "causal/doubt", "causal/naming", "causal/change", "causal/effect",
		"causal/decision", "causal/counterfactual",
		"patterns/mining", "patterns/condition", "patterns", "patterns/match", "patterns/evidence",
		"patterns/catalog", "patterns/bootstrap", "patterns/validation", "patterns/applicable", "patterns/similarity", "patterns/upkeep",
		"causal/decisive", "causal/warning", "causal/dependents",
		"internal/write",
	}
}

// chapterLayers are the rules of the domains. What happened knows nothing of why, and why nothing
// of what keeps happening; of the numerics only their own chapters know.
func chapterLayers() []layer {
	libraries := map[string][]string{
		"episodic/lexis": {"github.com/kljensen/snowball", "github.com/hashicorp/golang-lru/v2", "golang.org/x/text/unicode/norm"}, "episodic/intake": {"golang.org/x/text/unicode/norm"},
		"causal/link": {"gonum.org/v1/gonum"}, "causal/inference": {"gonum.org/v1/gonum"}, "causal/estimation": {"gonum.org/v1/gonum"},
		"causal/model": {"gonum.org/v1/gonum"}, "causal/counterfactual": {"gonum.org/v1/gonum"}, "patterns/statistics": {"gonum.org/v1/gonum"}, "patterns/mining": {"gonum.org/v1/gonum"},
	}
	var out []layer
	for i, place := range chapters() {
		l := layer{place: place, allowed: append(sharedPackages(), chapters()[:i]...), libraries: libraries[place]}
		if l.libraries == nil {
			l.libraries = []string{}
		}
		switch place {
		case "internal/write":
			l.allowed = append(l.allowed, "internal/ledger")
		case "patterns/statistics":
			l.allowed = []string{}
		case "patterns/mining":
			l.allowed = []string{"patterns/statistics"}
		case "causal/inference", "causal/estimation":
			l.allowed = []string{"episodic", "causal/inference"}
		}
		out = append(out, l)
	}
	return out
}

// layers is the import rule of docs/architecture.md, first match wins.
func layers() []layer {
	domains := append(sharedPackages(), chapters()...)
	graph := []string{"graph/generated", "graph/model", "graph/scalar", "graph/level"}
	none := []string{}
	with := func(more ...string) []string { return append(slices.Clone(domains), more...) }
	return append(chapterLayers(), []layer{
		{".", []string{"internal/cli"}, none},
		{"causal", none, none},
		{"causal/causaltest", []string{"..."}, nil},
		{"episodic/episodictest", []string{"..."}, nil},
		{"patterns/patternstest", []string{"..."}, nil},
		{"internal/allowance", none, none},
		{"internal/clone", none, none},
		{"internal/lazy", none, none},
		{"internal/problem", none, none},
		{"internal/text", none, none},
		{"internal/privacy", none, none},
		{"internal/recent", none, none},
		{"internal/hooks", []string{"internal/lazy"}, none},
		{"internal/explain", []string{"internal/problem", "internal/text"}, none},
		{"internal/memory", domains, none},
		{"cypher", none, none},
		{"examples", []string{"examples/team"}, none},
		{"examples/team", domains, none},
		{"examples/clients/...", none, nil},
		{"graph", none, none},
		{"graph/agents", []string{"graph", "internal/lazy"}, []string{"github.com/vektah/gqlparser/v2"}},
		{"graph/generate", none, none},
		{"graph/level", none, []string{"github.com/99designs/gqlgen/graphql"}},
		{"graph/generated", with("graph/level", "graph/model", "graph/scalar", "internal/audit", "internal/jobs", "internal/journal"), nil},
		{"graph/model", with("graph/scalar", "internal/audit", "internal/jobs", "internal/journal"), nil},
		{"graph/scalar", domains, nil},
		{"graph/resolvers", append(with("internal/allowance", "internal/audit", "internal/capture", "internal/idempotency", "internal/jobs", "internal/journal", "internal/memory", "internal/retraction"), graph...), nil},
		{"internal/httpapi/...", append(with("graph/agents", "graph/resolvers", "internal/allowance", "internal/httpapi/...", "internal/web", "internal/metrics", "internal/auth", "internal/idempotency", "internal/jobs", "internal/journal", "internal/lease", "internal/migration", "internal/otlp"), graph...), nil},
		{"internal/mcpserver", []string{"internal/explain"}, nil},
		{"internal/migration", none, none},
		{"internal/schemachange", none, []string{"github.com/vektah/gqlparser/v2/ast"}},
		{"internal/auth", []string{"internal/lazy"}, nil},
		{"internal/ledger", none, none},
		{"internal/audit", []string{"internal/ledger"}, []string{"github.com/google/uuid"}},
		{"internal/retraction", with("internal/audit", "internal/ledger"), none},
		{"internal/lease", []string{"internal/ledger"}, nil},
		{"internal/idempotency", []string{"episodic", "episodic/intake", "internal/problem", "internal/ledger"}, nil},
		{"internal/jobs", []string{"episodic", "internal/ledger"}, nil},
		{"internal/neo4jstore", with("cypher", "internal/allowance", "internal/migration", "internal/ledger"), nil},
		{"internal/postings", none, none},
		{"internal/vectorcode", none, []string{"golang.org/x/sys/cpu", "gonum.org/v1/gonum/blas/blas32"}},
		{"internal/checksumvfs", none, nil},
		{"internal/sqlitefile", none, nil},
		{"internal/sqlitestore", with("internal/allowance", "internal/migration", "internal/ledger", "internal/postings", "internal/vectorcode", "internal/checksumvfs", "internal/sqlitefile"), nil},
		{"internal/weaviateindex", domains, []string{
			"github.com/weaviate/weaviate-go-client/v4/weaviate/fault", "github.com/weaviate/weaviate-go-client/v4/weaviate/pathbuilder",
			"github.com/google/uuid", "golang.org/x/sync/semaphore",
		}},
		{"internal/journal", with("internal/migration", "internal/checksumvfs", "internal/sqlitefile"), nil},
		{"internal/capture", with("internal/journal", "internal/ledger", "internal/migration"), nil},
		{"internal/otlp", with("internal/capture", "internal/journal"), []string{"go.opentelemetry.io/proto/otlp", "google.golang.org/protobuf", "github.com/google/uuid"}},
		{"internal/engine", none, nil},
		{"internal/moving", with("internal/audit"), none},
		{"internal/backup", none, none},
		{"internal/ingest/...", with("internal/ingest/...", "internal/memory", "internal/moving", "internal/capture", "internal/otlp"), nil},
		{"internal/embedding/...", with("internal/wordpiece"), nil},
		{"internal/sentence", []string{"internal/wordpiece"}, []string{"google.golang.org/protobuf/encoding/protowire"}},
		{"internal/sentence/install", []string{"internal/sentence"}, []string{"golang.org/x/net/html", "golang.org/x/sys/unix"}},
		{"internal/onnx", none, []string{"github.com/ebitengine/purego"}},
		{"cmd/causeway-model", []string{"internal/onnx", "internal/sentence"}, none},
		{"internal/wordpiece", none, []string{"golang.org/x/text/unicode/norm"}},
		{"internal/tokens", domains, nil},
		{"internal/metrics", with("internal/journal"), nil},
		{"internal/telemetry", domains, nil},
		{"internal/web", none, nil},
		{"internal/browser", []string{"internal/lazy"}, none},
		{"internal/config", []string{"internal/privacy"}, nil},
		{"internal/app", []string{"..."}, nil},
		{"internal/cli", with("graph/agents", "internal/app", "internal/auth", "internal/backup", "internal/config", "internal/engine", "internal/hooks", "internal/ingest/...", "internal/mcpserver", "internal/memory", "internal/moving", "internal/sentence/install", "internal/tokens", "examples"), nil},
		{"internal/storetest", with("internal/ledger", "internal/memory", "internal/retraction", "internal/soak"), nil},
		{"internal/soak", none, []string{"pgregory.net/rapid"}},
		{"internal/enginetest", []string{"..."}, nil},
		{"tests/...", []string{"..."}, nil},
	}...)
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
		own, isOwn := strings.CutPrefix(name, tree.Module+"/")
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
		if s.IsTest() {
			continue
		}
		var imports []string
		for _, spec := range s.File.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			imports = append(imports, name)
		}
		tree.Report(t, checkImports(s.Dir(), imports))
	}
}

// Weaviate's client takes its types from the module of the server (docs/decisions/0035).
func TestImports_NothingOfWeaviatesServer(t *testing.T) {
	listed, err := exec.Command("go", "list", "-deps", tree.Module).Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(listed))
	if !slices.Contains(packages, tree.Module+"/internal/weaviateindex") {
		t.Fatalf("the list of %d packages lacks our own", len(packages))
	}
	for _, name := range packages {
		if strings.HasPrefix(name, "github.com/weaviate/weaviate/") {
			t.Errorf("%s is linked", name)
		}
	}
}

// TestImports_CausalTestsOpenNoDatabase: models, effects and counterfactuals are tested in memory. What needs a store is tested
// in the suite of the stores or in tests/answers.
func TestImports_CausalTestsOpenNoDatabase(t *testing.T) {
	listed, err := exec.Command("go", "list", "-deps", "-test", tree.Module+"/causal/...").Output()
	if err != nil {
		t.Fatal(err)
	}
	packages := strings.Fields(string(listed))
	if !slices.Contains(packages, tree.Module+"/causal/causaltest") {
		t.Fatalf("the list of %d packages lacks what the tests share", len(packages))
	}
	for _, store := range []string{"internal/sqlitestore", "internal/neo4jstore", "internal/weaviateindex"} {
		if slices.Contains(packages, tree.Module+"/"+store) {
			t.Errorf("a test of causal links %s", store)
		}
	}
}

func TestImports_DomainsReadNoClock(t *testing.T) {
	for _, s := range sources(t) {
		if s.IsTest() || !slices.Contains(chapters(), s.Dir()) {
			continue
		}
		tree.Report(t, checkCalls(s, "time", "Now", "a clock is passed in"))
	}
}

func TestImports_Planted(t *testing.T) {
	for _, c := range []struct {
		why, dir, imported, want string
	}{
		{"a domain looks left", "episodic/recall", tree.Module + "/causal/layer", "episodic/recall imports causal/layer"},
		{"a chapter looks ahead", "causal/model", tree.Module + "/causal/effect", "causal/model imports causal/effect"},
		{"a domain knows an engine", "causal/layer", "github.com/neo4j/neo4j-go-driver/v5/neo4j", "beside the standard library"},
		{"an adapter knows another", "internal/neo4jstore", tree.Module + "/internal/weaviateindex", "imports internal/weaviateindex"},
		{"an adapter knows the API", "internal/weaviateindex", tree.Module + "/graph/model", "imports graph/model"},
		{"a resolver knows an adapter", "graph/resolvers", tree.Module + "/internal/neo4jstore", "imports internal/neo4jstore"},
		{"the API reads the configuration", "internal/httpapi", tree.Module + "/internal/config", "imports internal/config"},
		{"the command line knows a store", "internal/cli", tree.Module + "/internal/neo4jstore", "imports internal/neo4jstore"},
		{"main does more than call the command line", ".", tree.Module + "/internal/app", ". imports internal/app"},
		{"a new package without a place", "internal/util", "strings", "in no layer"},
	} {
		tree.Planted(t, c.why, checkImports(c.dir, []string{"fmt", c.imported}), c.want)
	}
	for _, c := range []struct{ why, dir, imported string }{
		{"only the application joins adapters", "internal/app", tree.Module + "/internal/neo4jstore"},
		{"the store sends the statements", "internal/neo4jstore", tree.Module + "/cypher"},
		{"a domain may look right", "patterns/match", tree.Module + "/causal/layer"},
		{"numerics are no engine", "causal/model", "gonum.org/v1/gonum/mathext"},
		{"the stemmer is a library that analysis needs", "episodic/lexis", "github.com/kljensen/snowball/english"},
	} {
		if got := checkImports(c.dir, []string{c.imported}); len(got) > 0 {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}

// The most that a chapter may have: lines of code, without comments and blank ones, and exported
// top-level names. The two roots of types have more names: the API is bound to them.
const (
	chapterLines = 2200
	chapterNames = 40
)

// size is what a package has.
type size struct{ lines, names int }

func checkSize(dir string, has size) []string {
	var out []string
	if has.lines > chapterLines {
		out = append(out, fmt.Sprintf("%s has %d lines of code; a chapter has at most %d", dir, has.lines, chapterLines))
	}
	if root := dir == "episodic" || dir == "patterns"; has.names > chapterNames && !root {
		out = append(out, fmt.Sprintf("%s exports %d names; a chapter exports at most %d", dir, has.names, chapterNames))
	}
	return out
}

func TestChapters_AreSmall(t *testing.T) {
	sizes := map[string]size{}
	for _, s := range sources(t) {
		if s.IsTest() || !slices.Contains(chapters(), s.Dir()) {
			continue
		}
		has := sizes[s.Dir()]
		has.lines += codeLines(tree.Read(t, s.Path))
		has.names += exportedNames(s)
		sizes[s.Dir()] = has
	}
	for _, dir := range chapters() {
		if sizes[dir].lines == 0 {
			t.Errorf("%s: no such chapter", dir)
		}
		tree.Report(t, checkSize(dir, sizes[dir]))
	}
	tree.Planted(t, "a tower", checkSize("causal/paths", size{chapterLines + 1, 1}), "lines of code")
	tree.Planted(t, "a wide door", checkSize("causal/paths", size{1, chapterNames + 1}), "exports 41 names")
}

// codeLines counts the lines that are neither blank nor comments.
func codeLines(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}

// exportedNames counts the exported top-level names of a file, methods left out.
func exportedNames(s tree.Source) int {
	n := 0
	count := func(names ...*ast.Ident) {
		for _, name := range names {
			if name.IsExported() {
				n++
			}
		}
	}
	for _, d := range s.File.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				count(d.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					count(spec.Name)
				case *ast.ValueSpec:
					count(spec.Names...)
				}
			}
		}
	}
	return n
}

// portMethods is the most methods that an interface of a domain declares by itself: a caller asks
// for a role, and a test fakes no more than it needs.
const portMethods = 8

func TestPorts_AreNarrow(t *testing.T) {
	for _, s := range sources(t) {
		if s.IsTest() || !slices.Contains(chapters(), s.Dir()) {
			continue
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			spec, isType := n.(*ast.TypeSpec)
			if !isType {
				return true
			}
			if i, isPort := spec.Type.(*ast.InterfaceType); isPort {
				methods := 0
				for _, m := range i.Methods.List {
					methods += len(m.Names)
				}
				if methods > portMethods {
					t.Errorf("%s: %s has %d methods; a port has at most %d, make it of roles", s.Path, spec.Name.Name, methods, portMethods)
				}
			}
			return true
		})
	}
}
