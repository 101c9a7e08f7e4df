package httpapi_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/httpapi"
)

func TestCodes_AreInTheDocumentation(t *testing.T) {
	path := filepath.Join("..", "..", "docs", "errors.md")
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- codes:begin -->\n", "<!-- codes:end -->"
	before, rest, found := strings.Cut(string(page), begin)
	table, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatal("docs/errors.md has no markers of the table")
	}
	if table == httpapi.CodeTable() {
		return
	}
	if os.Getenv("CAUSEWAY_TEST_UPDATE") != "" {
		page := before + begin + httpapi.CodeTable() + end + after
		if err := os.WriteFile(path, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Error("docs/errors.md differs from the codes; CAUSEWAY_TEST_UPDATE=1 go test ./internal/httpapi -run Documentation writes its table")
}

// TestCodes_HaveHints checks the texts of the table.
func TestCodes_HaveHints(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range httpapi.Codes() {
		if c.Hint == "" || c.Meaning == "" || seen[c.Name] {
			t.Errorf("%s: meaning %q, hint %q, there before: %v", c.Name, c.Meaning, c.Hint, seen[c.Name])
		}
		seen[c.Name] = true
	}
}
