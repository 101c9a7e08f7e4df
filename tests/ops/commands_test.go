package ops_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/tests/harness"
)

// elsewhere is a command line on a machine that has neither engines nor a service, with a token for two projects
// of a service that wants one.
type elsewhere struct {
	harness.CLI
	project, other string
}

// newElsewhere starts the service, with or without what it does in the background. The projects are made by the
// test, and are purged when it ends.
func newElsewhere(t *testing.T, background bool) elsewhere {
	t.Helper()
	shared.Services(t)
	cfg := shared.Config(t)
	cfg.Auth.TokensFile = filepath.Join(t.TempDir(), auth.FileName)
	s, end, err := harness.Serve(cfg, background)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	mine, other := newProject(t), newProject(t)
	secret, _, err := auth.File(cfg.Auth.TokensFile).Create(auth.Grant{Name: "writer", Projects: []string{mine.Name, other.Name}, Write: true}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return elsewhere{shared.CLI(t, filepath.Join(t.TempDir(), "none"), "CAUSEWAY_URL="+s.URL, "CAUSEWAY_TOKEN="+secret), mine.Name, other.Name}
}

// step runs a command line, whose words are separated by spaces, and looks for texts in what it prints.
func (e elsewhere) step(t *testing.T, line string, code int, says ...string) harness.Ran {
	t.Helper()
	line = strings.ReplaceAll(line, "PROJECT", e.project)
	got := e.Run(t, strings.Fields(line)...)
	if got.Code != code {
		t.Errorf("causeway %s: exit code %d, want %d\n%s%s", line, got.Code, code, got.Out, got.Err)
	}
	for _, text := range says {
		if !strings.Contains(got.Out+got.Err, text) {
			t.Errorf("causeway %s does not say %q:\n%s%s", line, text, got.Out, got.Err)
		}
	}
	return got
}

// file writes a file and returns its path.
func file(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "episode.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestCommands_FromAnotherMachine takes an episode through its life with nothing but an address and a token.
func TestCommands_FromAnotherMachine(t *testing.T) {
	harness.EmbeddedOnly(t)
	e := newElsewhere(t, false)
	fire := file(t, `{"id": "fire", "task": "Put the fire out", "outcome": "FAILURE", "startedAt": "2026-05-03", "tags": ["hot"], "lessons": ["Look twice"],
		"metrics": {"toolCalls": 3}, "context": [{"variable": "wind", "state": "strong"}],
		"decisions": [{"id": "d1", "type": "RECOVERY", "context": "What to pour", "options": ["Water", "Oil"], "chosen": "Oil", "rationale": "It was near", "effects": ["e1"]}],
		"events": [{"id": "e1", "type": "ERROR", "content": "It burns more"}]}`)

	e.step(t, "episodes --project PROJECT", 4, "there is no project")
	e.step(t, "record "+fire+" --project PROJECT", 0, "fire: created in project "+e.project+", revision 1")
	e.step(t, "record "+fire+" --project PROJECT --wait-for applied", 0, "fire: unchanged")
	e.step(t, "record "+file(t, `{"id": "no good", "task": "T"}`)+" --project PROJECT", 2, "input.id", "INVALID_INPUT")
	e.step(t, "record "+file(t, `{"id": "x", "tusk": "T"}`)+" --project PROJECT", 2, "tusk")
	e.step(t, "record "+file(t, `{"id": "x", "task": "T"} {}`)+" --project PROJECT", 2, "`causeway import`")
	e.step(t, "record "+file(t, `{"id": "late", "task": "Come late", "outcome": "SUCCESS", "startedAt": "2026-06-01"}`)+" --project PROJECT --idempotency-key k", 0, "created")
	e.step(t, "record "+fire+" --project PROJECT --idempotency-key k", 3, "IDEMPOTENCY_CONFLICT", "--idempotency-key")

	e.step(t, "projects", 0, e.project)
	e.step(t, "episodes", 0, "project "+e.project+" (the only one)", "fire", "late")
	e.step(t, "delete --tag hot --dry-run --project PROJECT", 0, "fire", "1 episode would be deleted")
	e.step(t, "delete --project PROJECT", 2, "filters")
	e.step(t, "delete fire --tag hot --project PROJECT", 2, "not both")
	e.step(t, "delete --tag cold --project PROJECT", 4, "nothing found")
	e.step(t, "delete --outcome failure,success --json --project PROJECT", 0, `"deleted":["late","fire"]`)
	e.step(t, "episodes --project PROJECT", 4, "nothing found")
	e.step(t, "restore fire --project PROJECT", 0)
	e.step(t, "restore late --project PROJECT", 0)
	e.step(t, "episodes --project PROJECT --outcome failure --tag hot --task FIRE --decision-type recovery", 0, "2026-05-03  failure  Put the fire out")
	if got := e.step(t, "episodes --project PROJECT --since 2026-05-20", 0, "late"); strings.Contains(got.Out, "fire") {
		t.Errorf("an episode before since is listed:\n%s", got.Out)
	}
	e.step(t, "episodes --project PROJECT --since soon", 2, "--since: ")
	e.step(t, "ask recall --failed --project PROJECT", 0, "fire")
	e.step(t, "decisions --project PROJECT", 0, "fire/d1", "Oil", "of       Water | Oil", "why      It was near")
	e.step(t, "factors --project PROJECT --kind event", 0, "It burns more")
	e.step(t, "show fire --project PROJECT", 0, "Put the fire out", "known       wind=strong", "measured    3 tool calls", "- Look twice", "It burns more", "d1 causes e1  (stated)")
	e.step(t, "show fire/d1 --project PROJECT", 0, "Oil", "decision (recovery)", "causes     It burns more")
	e.step(t, "show Episode:PROJECT/fire", 0, "Put the fire out")
	e.step(t, "show fir --project PROJECT", 4, "did you mean fire?")
	e.factor(t)

	e.step(t, "delete fire --project PROJECT", 0, "deleted episode fire of project "+e.project)
	e.step(t, "delete fire --project PROJECT", 4, "NOT_FOUND")
	e.step(t, "episodes --deleted --project PROJECT", 0, "fire")
	e.step(t, "restore fire --project PROJECT", 0, "fire: restored")
	e.step(t, "purge episode fire --project PROJECT", 2, "--yes")
	e.step(t, "show fire --project PROJECT", 0, "Put the fire out")
	e.step(t, "purge episode fire --yes --project PROJECT", 0, "purged episode fire")
	e.step(t, "restore fire --project PROJECT", 4, "NOT_FOUND")
	e.step(t, "purge project PROJECT", 2, "with 1 episode", "--yes")
	e.step(t, "purge project PROJECT --yes", 0, "purged project "+e.project)
	e.step(t, "projects", 4, "there is no project yet")
}

// factor shows a factor by the key that the list gives, and closes its variable.
func (e elsewhere) factor(t *testing.T) {
	t.Helper()
	var found struct {
		Factors struct {
			Edges []struct{ Node struct{ Key, Label string } }
		}
	}
	from(t, e.step(t, "factors --project PROJECT --label burns --json", 0), &found)
	if len(found.Factors.Edges) != 1 {
		t.Fatalf("factors that burn: %+v", found)
	}
	e.step(t, "show "+found.Factors.Edges[0].Node.Key+" --project PROJECT", 0, "It burns more", "1 episode: 0 success, 0 partial, 1 failure, 0 unknown", "causes it")
	args := []string{"factors", "close", "--project", e.project, "--absent", "no", found.Factors.Edges[0].Node.Label}
	if got := e.Run(t, args...); got.Code != 0 || !strings.Contains(got.Out, "Closed: ") {
		t.Errorf("%v: %+v", args, got)
	}
	e.step(t, "factors close nowhere --project PROJECTS", 4, "did you mean "+e.project)
	e.step(t, "quality --project PROJECT", 0, e.project+": ", "Advice", "in one episode only")
	e.step(t, "factors suggest --project PROJECT", 0, "0 factors can be merged")
	e.step(t, "factors suggest --undo --project PROJECT", 0, "0 merges taken back")
}

// from reads the JSON that a command printed.
func from(t *testing.T, got harness.Ran, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(got.Out), into); err != nil {
		t.Errorf("%v, %s:\n%.500s", err, got.Err, got.Out)
	}
}

// TestCommands_ReadAllPages lists more episodes than the service gives at once: page by page, all of them, as many
// as are wanted, and in the same order each time.
func TestCommands_ReadAllPages(t *testing.T) {
	harness.EmbeddedOnly(t)
	const many = 205
	e := newElsewhere(t, false)
	var lines strings.Builder
	for i := range many {
		fmt.Fprintf(&lines, `{"id": "e%03d", "task": "one of many", "startedAt": "2026-01-01T00:%02d:%02dZ"}`+"\n", i, i/60, i%60)
	}
	path := filepath.Join(t.TempDir(), "many.jsonl")
	if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := shared.SharedCLI(t).Run(t, "import", path, "--project", e.project); got.Code != 0 {
		t.Fatalf("import: %+v", got)
	}
	keys := func(flags string) (keys []string, cursor string) {
		var found struct {
			Episodes struct {
				TotalCount int
				Edges      []struct{ Node struct{ Key string } }
				PageInfo   struct{ EndCursor string }
			}
		}
		from(t, e.step(t, "episodes --project PROJECT --json "+flags, 0), &found)
		for _, edge := range found.Episodes.Edges {
			keys = append(keys, edge.Node.Key)
		}
		if found.Episodes.TotalCount != many {
			t.Errorf("%s: %d in all, want %d", flags, found.Episodes.TotalCount, many)
		}
		return keys, found.Episodes.PageInfo.EndCursor
	}
	all, _ := keys("--all")
	if len(all) != many || all[0] != "e204" || all[many-1] != "e000" || len(slices.Compact(slices.Clone(all))) != many {
		t.Errorf("all are %d: %v", len(all), all)
	}
	first, cursor := keys("--limit 130")
	rest, _ := keys("--limit 130 --after " + cursor)
	if len(first) != 130 || !slices.Equal(append(first, rest...), all) {
		t.Errorf("%d and %d after them are not all:\n%v\n%v", len(first), len(rest), first, rest)
	}
	e.step(t, "episodes --project PROJECT --limit 3", 0, "3 of 205; ")
}

// TestCommands_MoveFromAnotherMachine moves projects in and out of a service, and keeps them in order, with nothing
// but an address and a token.
func TestCommands_MoveFromAnotherMachine(t *testing.T) {
	harness.EmbeddedOnly(t)
	e := newElsewhere(t, false)
	examples := filepath.Join("..", "..", "examples")
	folder := t.TempDir()
	e.step(t, "import "+examples+"/episode-2026-03-02-1.json --project PROJECT --dry-run", 0, "1 episodes (1 created")
	e.step(t, "export --project PROJECT", 4, "project not found")
	e.step(t, "import "+examples+"/episodes.jsonl.gz --project PROJECT", 1, "no such file")
	args := append([]string{"import", "--project", e.project}, globbed(t, filepath.Join(examples, "episode-*.json"))...)
	if got := e.Run(t, args...); got.Code != 0 || !strings.Contains(got.Out, "80 episodes (80 created, 0 revised, 0 restored) with 127 decisions, 293 events and 391 links.") {
		t.Fatalf("import: %+v", got)
	}
	lines := filepath.Join(folder, "all.jsonl.gz")
	exported := e.step(t, "export --project PROJECT --output "+lines, 0, "80 episodes of project "+e.project+" in 80 lines, fingerprint ")
	_, fingerprint, _ := strings.Cut(exported.Out, "fingerprint ")
	e.step(t, "import "+lines+" --project "+e.other, 0, "80 episodes (80 created")
	e.step(t, "export --project "+e.other+" --output "+filepath.Join(folder, "again.jsonl"), 0, "fingerprint "+fingerprint)
	e.step(t, "import "+lines+" --project PROJECT --strict", 0, "80 unchanged")
	e.step(t, "import "+file(t, "{")+" --project PROJECT", 3, "1 refused")

	e.step(t, "export --project PROJECT --format markdown --output "+folder+"/notes", 0, "80 episodes and 0 patterns of project "+e.project)
	e.step(t, "import "+folder+"/notes --format markdown --project "+e.other, 0, "80 unchanged")
	e.step(t, "export --project PROJECT --format adr038 --output "+folder+"/memory", 0, "80 episodes of project "+e.project)
	e.step(t, "import "+folder+"/memory/episodes --project "+e.other, 0, "80 unchanged")
	e.step(t, "import "+folder+"/memory/causality/causal-graph.json --format causal-graph --project "+e.other, 0, "links")

	e.step(t, "rebuild --project PROJECT", 0, "80 episodes of project "+e.project, "The graph is identical.")
	e.step(t, "prune --project PROJECT --rule strict --dry-run", 0, `the rule "default"`, "Dry run: nothing was changed.")
	e.step(t, "prune --project PROJECT --rule strict", 0, `The rule of the project is "strict" now.`)
	e.step(t, "prune --project PROJECT --rule all", 0, `of which the rule "strict" hides`)
	e.step(t, "consolidate --project PROJECT --dry-run", 0, e.project+": 80 episodes", "Dry run")
	e.step(t, "consolidate --project PROJECT --null-rate half", 0, "validated")
	e.step(t, "consolidate --project nowhere", 4, "nowhere")
	for _, command := range []string{"reindex --project PROJECT", "check", "copy --project PROJECT --from embedded --to native", "validate --project PROJECT"} {
		e.step(t, command+" --url http://127.0.0.1:1", 2, "works on the engines themselves")
	}
}

// globbed returns the files of a pattern.
func globbed(t *testing.T, pattern string) []string {
	t.Helper()
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) == 0 {
		t.Fatalf("%s: %v %v", pattern, found, err)
	}
	return found
}
