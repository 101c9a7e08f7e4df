package cli_test

import (
	"encoding/pem"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/causeway-memory/causeway/graph"
	"github.com/causeway-memory/causeway/internal/cli"
)

func certificate(server *httptest.Server) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
}

// every calls f for each command of the tree.
func every(cmd *cobra.Command, f func(*cobra.Command)) {
	f(cmd)
	for _, child := range cmd.Commands() {
		every(child, f)
	}
}

func TestTree_EveryCommandIsDescribed(t *testing.T) {
	count := 0
	every(cli.NewRoot(), func(cmd *cobra.Command) {
		count++
		for name, text := range map[string]string{"Short": cmd.Short, "Long": cmd.Long, "Example": cmd.Example} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s has no %s", cmd.CommandPath(), name)
			}
		}
		if cmd.Short == cmd.Long {
			t.Errorf("%s: Long says no more than Short", cmd.CommandPath())
		}
	})
	if count < 20 {
		t.Errorf("only %d commands were looked at", count)
	}
}

// TestTree_ExamplesParse checks that every example calls an existing command with flags and
// arguments that it takes, and that each command has an example of its own.
func TestTree_ExamplesParse(t *testing.T) {
	every(cli.NewRoot(), func(cmd *cobra.Command) {
		own := cmd.Parent() == nil
		for line := range strings.Lines(cmd.Example) {
			for _, args := range calls(t, line) {
				root := cli.NewRoot()
				found, rest, err := root.Find(args)
				if err == nil {
					err = found.ParseFlags(rest)
				}
				if err == nil {
					err = found.ValidateArgs(found.Flags().Args())
				}
				if err != nil {
					t.Errorf("%s: %s: %v", cmd.CommandPath(), strings.TrimSpace(line), err)
					continue
				}
				own = own || strings.HasPrefix(found.CommandPath(), cmd.CommandPath())
			}
		}
		if !own {
			t.Errorf("no example of %s calls it", cmd.CommandPath())
		}
	})
}

// calls returns the arguments of every call of causeway in a line, as bash parses it.
func calls(t *testing.T, line string) [][]string {
	t.Helper()
	dir := t.TempDir()
	programs := map[string]string{
		"causeway": "#!/bin/bash\nprintf '%s\\0' \"$@\" > \"$CALLS.$$\"\n",
		"zcat":     "#!/bin/bash\n",
	}
	for name, text := range programs {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	said := filepath.Join(dir, "calls")
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "CALLS="+said)
	if out, err := cmd.CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%s is no command line: %v, %s", line, err, out)
	}
	files, err := filepath.Glob(said + ".*") // one per process, because the processes of a pipe run concurrently
	if err != nil || len(files) == 0 {
		t.Errorf("%s calls nothing: %v", line, err)
	}
	var all [][]string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00"))
	}
	return all
}

// TestTree_WordsAreThoseOfTheSchema checks that a flag for an enum of the API accepts all of its
// values.
func TestTree_WordsAreThoseOfTheSchema(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: graph.Schema})
	enums := map[string]string{
		"mode": "PathMode", "relation": "Relation", "basis": "Basis", "outcome": "Outcome", "ranking": "Ranking", "vector": "RecallVector", "decision-type": "DecisionType",
		"rule": "LinkVisibility", "decisions type": "DecisionType", "wait-for": "WriteState", "kind": "FactorKind", "why mode": "PathMode", "status": "PatternStatus", "category": "PatternCategory", "order": "PatternOrder", "null-rate": "NullRate",
		"capture wait-for": "CaptureState", "events type": "ExecutionEventType",
	}
	betweenFactors := []string{"REACHABLE", "STRONGEST", "K_BEST"} // links between occurrences have no strength
	checked := 0
	every(cli.NewRoot(), func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(flag *pflag.Flag) {
			if flag.Value.Type() != "word" || cmd.Name() == "guide" { // what the guide prints is no enum of the API
				return
			}
			checked++
			name, own := enums[cmd.Name()+" "+flag.Name]
			if !own {
				name = enums[flag.Name]
			}
			enum := schema.Types[name]
			if enum == nil {
				t.Errorf("--%s stands for no enum", flag.Name)
				return
			}
			var want []string
			for _, v := range enum.EnumValues {
				if cmd.Name() == "path" && flag.Name == "mode" && slices.Contains(betweenFactors, v.Name) {
					continue
				}
				if cmd.Name() == "capture" && v.Name == "FAILED" { // nobody waits for that
					continue
				}
				want = append(want, v.Name)
			}
			slices.Sort(want)
			got := slices.Sorted(slices.Values(cli.KnownWords(flag)))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s --%s (-schema +flag):\n%s", cmd.CommandPath(), flag.Name, diff)
			}
		})
	})
	if checked < 7 {
		t.Errorf("only %d flags were looked at", checked)
	}
}

func TestTree_QueriesFitTheSchema(t *testing.T) {
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: graph.Schema})
	names, err := filepath.Glob("queries/*.graphql")
	if err != nil || len(names) < 5 {
		t.Fatalf("found %v, %v", names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, errs := gqlparser.LoadQueryWithRules(schema, string(text), rules.NewDefaultRules()); len(errs) > 0 {
			t.Errorf("%s: %v", name, errs)
		}
	}
}

func TestDocs_PageIsThatOfTheCommands(t *testing.T) {
	code, out, _ := run(t, "docs")
	page, err := os.ReadFile("../../docs/command-line.md")
	if err != nil || code != 0 {
		t.Fatalf("exit code %d, %v", code, err)
	}
	if diff := cmp.Diff(string(page), out); diff != "" {
		t.Errorf("docs/command-line.md is not what `causeway docs` prints (-page +commands):\n%s", diff)
	}
}
