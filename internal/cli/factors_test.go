package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// silentAlarm returns the home folder of a memory whose project p tells two events only when they
// occur, and what the import said about them.
func silentAlarm(t *testing.T) (home, advice string) {
	t.Helper()
	home, files := filepath.Join(t.TempDir(), "home"), t.TempDir()
	var lines strings.Builder
	for i := range 40 {
		events := fmt.Sprintf(`{"id":"e1","type":"milestone","content":"weather=%d"}`, i%2)
		if i < 15 {
			events += `,{"id":"e2","type":"milestone","content":"alarm=<5"},{"id":"e3","type":"error","content":"it's late"}`
		}
		fmt.Fprintf(&lines, `{"id":"e%02d","task":"one","events":[%s],"decisions":[{"id":"d1","type":"design","context":"retry","options":["yes","no"],"chosen":"yes"}]}`+"\n", i, events)
	}
	if err := os.WriteFile(filepath.Join(files, "x.jsonl"), []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	code, out, errOut := run(t, "import", files, "--project", "p", "--home", home, "--engines", "embedded")
	if code != 0 {
		t.Fatalf("exit code %d\n%s\n%s", code, out, errOut)
	}
	return home, errOut
}

// TestImport_ProposesWhatToClose checks that an import proposes a command that declares what it found.
func TestImport_ProposesWhatToClose(t *testing.T) {
	_, advice := silentAlarm(t)
	if want := `causeway factors close --project p alarm 'error: it'\''s late'`; !strings.Contains(advice, want) {
		t.Errorf("the import says %q, without %s", advice, want)
	}
}
