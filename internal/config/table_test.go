package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/internal/config"
)

func TestTable_IsInTheDocumentation(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "<!-- config:begin -->\n")
	table, _, ended := strings.Cut(rest, "<!-- config:end -->")
	if !found || !ended || table != config.Table() {
		t.Error("docs/operations.md differs from the settings; paste the output of `causeway config --markdown` between its markers")
	}
}
