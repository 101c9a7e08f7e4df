package cli_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/config"
)

func TestStatus_JSON(t *testing.T) {
	code, out, _ := run(t, "status", "--json")
	var got struct {
		Service struct{ PID int }
		Engines map[string]any
	}
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != 0 || got.Engines == nil || got.Service.PID != 0 {
		t.Errorf("exit code %d, %v:\n%s", code, err, out)
	}
}

func TestConfig_Markdown(t *testing.T) {
	t.Setenv("CAUSEWAY_GRAPHQL_DEPTH", "4321")
	code, out, _ := run(t, "config", "--markdown")
	if code != 0 || out != config.Table() || strings.Contains(out, "4321") {
		t.Errorf("exit code %d; the table holds the defaults, not the values in force:\n%s", code, out)
	}
	code, out, _ = run(t, "config")
	if code != 0 || !strings.Contains(out, "4321") || !strings.Contains(out, "CAUSEWAY_GRAPHQL_DEPTH") {
		t.Errorf("exit code %d; the values in force are shown with their names:\n%s", code, out)
	}
}

func TestCommands_NeedAProject(t *testing.T) {
	for _, args := range [][]string{{"reindex"}, {"rebuild"}, {"prune", "--rule", "strict"}} {
		if code, _, errOut := run(t, args...); code != 2 || !strings.Contains(errOut, "--project") {
			t.Errorf("%v: exit code %d, standard error %q", args, code, errOut)
		}
	}
}

func TestPrune_NeedsARule(t *testing.T) {
	for _, args := range [][]string{{}, {"--rule", "strictest"}} {
		code, _, errOut := run(t, append([]string{"prune", "--project", "p", "--dry-run"}, args...)...)
		if code != 2 || !strings.Contains(errOut, "all, default, strict") {
			t.Errorf("%v: exit code %d, standard error %q", args, code, errOut)
		}
	}
}

func TestVersion(t *testing.T) {
	code, out, _ := run(t, "version")
	if fields := strings.Fields(out); code != 0 || len(fields) < 2 || fields[0] != "causeway" {
		t.Errorf("exit code %d: %q", code, out)
	}
}
