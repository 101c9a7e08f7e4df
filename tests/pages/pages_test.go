package pages_test

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// unrun is a command of a page that this test leaves out, with the reason.
type unrun struct{ page, command, reason string }

// notRun lists the commands that cannot be run here. A command goes on over lines that end with a backslash.
func notRun() []unrun {
	return []unrun{
		{"README.md", "make test", "it runs this test"},
		{"README.md", "make build", "it would build the program that runs"},
		{"docs/tutorial.md", "make run ENGINES=native", "TestHome runs it, with ports and sizes for tests"},
		{"docs/engines.md", "bin/causeway up --engines=native", "TestHome runs it, with ports and sizes for tests"},
		{"docs/engines.md", "bin/causeway up --engines=external", "it needs two servers"},
		{"docs/engines.md", "bin/causeway up --engines=docker", "it needs a container engine"},
		{"CONTRIBUTING.md", "make build", "it would build the program that runs"},
		{"CONTRIBUTING.md", "make test-fast", "it runs this test"},
		{"CONTRIBUTING.md", "make test", "it runs this test"},
		{"docs/benchmarks.md", "make bench", "it takes a quarter of an hour"},
		{"docs/benchmarks.md", "go run ./tests/bench", "it takes minutes"},
		{"docs/benchmarks.md", "make load", "it takes five minutes"},
		{"docs/benchmarks.md", "go run ./tests/load", "it takes minutes"},
		{"docs/robustness.md", "make study", "it takes minutes"},
		{"docs/benchmarks.md", "make bench-run", "it builds a clone with empty caches"},
		{"docs/operations.md", "ollama pull nomic-embed-text && ollama serve", "it needs Ollama and a download"},
		{"docs/operations.md", "CAUSEWAY_EMBEDDING_URL=http://127.0.0.1:11434/v1", "it needs Ollama"},
		{"docs/operations.md", "docker run", "it needs a container engine and a download"},
		{"docs/operations.md", "prometheus --config.file=deploy/prometheus/prometheus.yml", "it needs Prometheus; TestAlerts_AskForMetricsThatExist checks the files"},
		{"docs/operations.md", "curl -su admin:admin", "it needs Grafana; TestDashboard_AsksForMetricsThatExist checks the file"},
		{"docs/operations.md", "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:4318", "TestTracing_export runs it, with a collector of its own"},
		{"docs/operations.md", "CAUSEWAY_EMBEDDING_URL=http://127.0.0.1:8080/v1", "it needs the server of the line before"},
		{"examples/clients/README.md", "pip install ./examples/clients/python", "TestClients runs it where Python is"},
		{"examples/clients/README.md", "CAUSEWAY_PROJECT=clients-python python3", "TestClients runs it where Python is"},
		{"examples/clients/README.md", "npm --prefix examples/clients/typescript ci", "TestClients runs it where Node is"},
		{"examples/clients/README.md", "npm --prefix examples/clients/typescript run", "TestClients runs it where Node is"},
		{"examples/clients/README.md", "npm install ./examples/clients/typescript", "TestClients installs the archive where Node is"},
		{"examples/clients/README.md", "CAUSEWAY_PROJECT=clients-typescript npm", "TestClients runs it where Node is"},
		{"examples/clients/README.md", "CAUSEWAY_PROJECT=clients-go go run", "TestClients runs it"},
		{"docs/recall.md", "go run ./tests/bench", "it starts Neo4j and Weaviate"},
		{"docs/recall.md", "go test ./tests/recall -run TestQuestions_", "make test runs it"},
	}
}

// TestPages_Unrun wants a test that is named as a reason to exist.
func TestPages_Unrun(t *testing.T) {
	var names strings.Builder
	for _, s := range tree.Sources(t) {
		if s.IsTest() {
			for _, decl := range s.File.Decls {
				if f, ok := decl.(*ast.FuncDecl); ok {
					names.WriteString(f.Name.Name + "\n")
				}
			}
		}
	}
	for _, u := range notRun() {
		for _, name := range regexp.MustCompile(`\bTest\w+`).FindAllString(u.reason, -1) {
			if !strings.Contains(names.String(), name) {
				t.Errorf("%s: %s: there is no test %s", u.page, u.command, name)
			}
		}
	}
}

// fromNothing lists the pages whose reader has no clone yet.
func fromNothing() []string { return []string{"docs/tutorial.md"} }

// copyable returns the pages that a reader copies from. A decision record tells what was once.
func copyable(t *testing.T) []string {
	t.Helper()
	return slices.DeleteFunc(tree.Pages(t), func(name string) bool {
		kept := name == "README.md" || name == "CONTRIBUTING.md" || strings.HasPrefix(name, "docs/") || strings.HasPrefix(name, "examples/")
		return !kept || strings.HasPrefix(name, "docs/decisions/")
	})
}

// TestPages does what a reader of each page would: runs its commands in their order, sends its queries, and
// compares what comes out. With REWRITE_PAGES=1 it writes what came out into the page.
func TestPages(t *testing.T) {
	harness.EmbeddedOnly(t)
	left := notRun()
	for _, name := range copyable(t) {
		text := tree.Read(t, name)
		all := blocks(name, text)
		tree.Report(t, checkBlocks(all))
		for i := range all {
			all[i].text, left = without(all[i], left)
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := pageRun{page: name, text: text, first: firstToRun(all)}
			p.run(t, all)
		})
	}
	for _, u := range left {
		t.Errorf("%s holds no command %q any more: take it off the list", u.page, u.command)
	}
}

// without returns the text of a block without the commands that are not run, and the list without those found.
func without(b block, list []unrun) (string, []unrun) {
	if b.lang != "sh" {
		return b.text, list
	}
	for _, u := range notRun() {
		if u.page != b.page {
			continue
		}
		command := regexp.MustCompile(`(?m)^` + regexp.QuoteMeta(u.command) + `(?: .*)?$(?:\n)?`)
		if command.MatchString(b.text) {
			b.text = command.ReplaceAllString(b.text, "")
			list = slices.DeleteFunc(slices.Clone(list), func(other unrun) bool { return other == u })
		}
	}
	return b.text, list
}

// firstToRun is the index of the first block that needs a reader, or the number of blocks.
func firstToRun(all []block) int {
	i := slices.IndexFunc(all, func(b block) bool {
		return (b.lang == "sh" || b.lang == "graphql") && strings.TrimSpace(b.text) != ""
	})
	if i < 0 {
		return len(all)
	}
	return i
}

// pageRun is one page while its blocks are run.
type pageRun struct {
	page, text string
	first      int
	reader     *reader
	// printed is what the last command or query answered.
	printed string
	after   string
	// fresh is what is to be written into the page.
	fresh []rewrite
}

// rewrite is another text for a block.
type rewrite struct {
	block block
	text  string
}

func (p *pageRun) run(t *testing.T, all []block) {
	if p.first < len(all) {
		p.reader = newReader(t, slices.Contains(fromNothing(), p.page))
		if p.page != "README.md" && !slices.Contains(fromNothing(), p.page) {
			p.reader.service(t)
		}
	}
	for _, b := range all {
		if err := p.block(t, b); err != nil {
			t.Errorf("%s: %v", b, err)
		}
		if t.Failed() {
			break
		}
		p.after = b.lang
	}
	for _, r := range slices.Backward(p.fresh) {
		p.text = r.block.with(p.text, r.text)
	}
	if len(p.fresh) > 0 {
		if err := os.WriteFile(filepath.Join(tree.Root(), p.page), []byte(p.text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func (p *pageRun) block(t *testing.T, b block) error {
	t.Helper()
	switch {
	case b.lang == "sh" && strings.TrimSpace(b.text) != "":
		out, err := p.reader.run(t, b.text)
		p.printed = withoutProgress(out)
		if err != nil {
			return fmt.Errorf("%w\n%s\n%s", err, b.text, out)
		}
	case b.lang == "graphql":
		answer, err := p.reader.ask(t, b.text)
		p.printed = answer
		if err != nil {
			return fmt.Errorf("%w\n%s", err, b.text)
		}
	case b.lang == "output", b.lang == "json" && p.after == "graphql":
		return p.compare(b)
	default:
		return checkStill(t, b)
	}
	return nil
}

// withoutProgress leaves out the lines that a command writes now and then when it takes long: how
// long that is depends on the machine.
func withoutProgress(out string) string {
	return regexp.MustCompile(`(?m)^[a-z ]+: \d+ of \d+ after \d+s\n`).ReplaceAllString(out, "")
}

// compare holds what came out against what the page shows.
func (p *pageRun) compare(b block) error {
	if matches(b.text, p.printed) {
		return nil
	}
	if !tree.Rewriting() {
		return fmt.Errorf("the page shows\n%s\nand it printed\n%s\n`make pages` writes it anew", b.text, p.printed)
	}
	p.fresh = append(p.fresh, rewrite{b, renewed(b.text, p.printed)})
	return nil
}

// checkStill checks a block that is not run.
func checkStill(t *testing.T, b block) error {
	t.Helper()
	switch b.lang {
	case "json":
		var v any
		return json.Unmarshal([]byte(b.text), &v)
	case "yaml":
		return checkYAML(t, b)
	case "go", "python", "ts":
		return checkSample(t, b)
	case "promql":
		return checkMetricsExist(t, b)
	}
	return nil
}

// checkYAML reads a block; one that sets what causeway has settings for has to be a configuration of causeway.
func checkYAML(t *testing.T, b block) error {
	t.Helper()
	parts := map[string]any{}
	if err := yaml.Unmarshal([]byte(b.text), &parts); err != nil {
		return fmt.Errorf("read it: %w", err)
	}
	for part := range parts {
		if !strings.Contains(tree.Read(t, "docs/operations.md"), "| `"+part+".") {
			return nil // another program's
		}
	}
	file := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(file, []byte(b.text), 0o600); err != nil {
		return fmt.Errorf("write it: %w", err)
	}
	if got := shared.CLI(t, t.TempDir()).Run(t, "config", "--config", file); got.Code != 0 {
		return fmt.Errorf("causeway refuses this configuration: %s", got.Err)
	}
	return nil
}

// checkSample wants a sample of code to be a part of a file of examples/, which other tests run.
func checkSample(t *testing.T, b block) error {
	t.Helper()
	for _, name := range tree.Committed(t) {
		if strings.HasPrefix(name, "examples/") && strings.Contains(tree.Read(t, name), strings.TrimSpace(b.text)) {
			return nil
		}
	}
	return fmt.Errorf("these lines of %s are in no file of examples/", b.lang)
}

func checkMetricsExist(t *testing.T, b block) error {
	t.Helper()
	page := tree.Read(t, "docs/operations.md")
	for _, name := range regexp.MustCompile(`causeway_[a-z_]+`).FindAllString(b.text, -1) {
		name = regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(name, "")
		if !strings.Contains(page, "`"+name+"`") {
			return fmt.Errorf("there is no metric %s", name)
		}
	}
	return nil
}
