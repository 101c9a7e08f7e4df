package cli_test

import (
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestStart_doesNothingYet asks what packages of causeway allocate before the program begins: a hook is a start of the program, and an
// agent waits for it. A schema or a table of patterns that is read at import takes hundreds of kilobytes; the tables of types that the
// compiler makes take forty.
func TestStart_doesNothingYet(t *testing.T) {
	const most = 64 << 10
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	start := exec.CommandContext(t.Context(), program, "-test.run=^$")
	start.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	said, err := start.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	seen := map[string]bool{}
	for _, found := range regexp.MustCompile(`(?m)^init (\S*causeway-memory/\S+) .* (\d+) bytes,`).FindAllStringSubmatch(string(said), -1) {
		seen[strings.TrimPrefix(found[1], "github.com/causeway-memory/causeway/")] = true
		if n, err := strconv.Atoi(found[2]); err != nil || n > most {
			t.Errorf("%s allocates %s bytes before the program begins, more than %d", found[1], found[2], most)
		}
	}
	for _, name := range []string{"graph/generated", "episodic/when", "internal/auth"} {
		if !seen[name] {
			t.Errorf("nothing is told of %s:\n%s", name, said)
		}
	}
}
