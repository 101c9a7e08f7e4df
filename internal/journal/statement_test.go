package journal_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/journal"
)

// Each statement is a file that says what it does, and every file is run.
func TestStatements(t *testing.T) {
	files, err := filepath.Glob("sql/[rt]*/*.sql")
	must(t, err)
	known := journal.Statements()
	if len(files) != len(known) {
		t.Errorf("%d files, %d statements", len(files), len(known))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		name := strings.TrimSuffix(filepath.Base(file), ".sql")
		if known[name] != string(text) {
			t.Errorf("%s: no statement of that name is run", file)
		}
		lines := strings.SplitN(string(text), "\n", 4)
		if !strings.HasPrefix(lines[0], "-- "+name+": ") || !strings.HasPrefix(lines[1], "-- params: ") || !strings.HasPrefix(lines[2], "-- returns: ") {
			t.Errorf("%s: the header is %q", file, lines[:3])
		}
		for _, p := range regexp.MustCompile(`\$(\w+)`).FindAllStringSubmatch(lines[3], -1) {
			if !regexp.MustCompile(`\b` + p[1] + `\b`).MatchString(lines[1]) {
				t.Errorf("%s: the header does not name $%s", file, p[1])
			}
		}
	}
}

// What runs with every call looks nothing up by reading a table from end to end.
func TestStatements_useIndexes(t *testing.T) {
	j := opened(t, journal.Options{})
	for name, text := range journal.Statements() {
		if name == "check_quickly" || name == "find_last" || name == "prune_calls" {
			continue // the file, a table of one row, and what an hourly chore reads
		}
		plan, err := j.Plan(text)
		must(t, err)
		if regexp.MustCompile(`SCAN (r|record|c|keyed_call|t|trace|f|trace_refusal)\b`).MatchString(plan) && !strings.Contains(plan, "record_waiting") && !strings.Contains(plan, "trace_") || strings.Contains(plan, "TEMP B-TREE") && name != "list_receipts" {
			t.Errorf("%s:\n%s", name, plan)
		}
	}
}
