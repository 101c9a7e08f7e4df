package rules_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/causeway-memory/causeway/tests/tree"
)

// TestGlossary wants the name of each type of the schema to hold a word of docs/glossary.md.
func TestGlossary(t *testing.T) {
	words := glossary(tree.Read(t, "docs/glossary.md"))
	for _, want := range []string{
		"project", "episode", "decision", "event", "outcome", "occurrence", "factor", "link", "basis", "evidence", "path", "pattern", "capture", "journal", "engine",
	} {
		if !slices.Contains(words, want) {
			t.Errorf("docs/glossary.md lacks %q, a word that is settled", want)
		}
	}
	for _, def := range tree.Schema(t).Types {
		if !def.BuiltIn && def.Kind != ast.Scalar && !named(def.Name, words) {
			t.Errorf("docs/glossary.md has no word of the type %s: settle it there, or take another", def.Name)
		}
	}
}

// glossary returns the words of the first column, in lower case.
func glossary(page string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`(?m)^\| ([^|]+) \|`).FindAllStringSubmatch(page, -1) {
		out = append(out, strings.FieldsFunc(strings.ToLower(m[1]), func(r rune) bool { return r == ' ' || r == ',' })...)
	}
	return out
}

// named reports whether the name of a type holds one of the words, or is a root of GraphQL.
func named(name string, words []string) bool {
	for _, part := range regexp.MustCompile(`[A-Z][a-z]+`).FindAllString(name, -1) {
		part = strings.ToLower(part)
		if slices.Contains(words, part) || slices.Contains(words, strings.TrimSuffix(part, "s")) {
			return true
		}
	}
	return slices.Contains([]string{"Query", "Mutation", "Subscription"}, name)
}

// TestGlossary_IsOrdered wants the rows ordered by letter, each word once.
func TestGlossary_IsOrdered(t *testing.T) {
	tree.Report(t, checkOrder(tree.Read(t, "docs/glossary.md")))
	tree.Planted(t, "rows in another order", checkOrder("| word | means |\n|---|---|\n| Path | links |\n| Applied | a state |\n"), "applied comes after path")
	tree.Planted(t, "a word with two meanings", checkOrder("| word | means |\n|---|---|\n| Path | links |\n| Path | folders |\n"), "path comes after path")
}

// checkOrder returns the rows of a glossary that do not stand after the row before.
func checkOrder(page string) []string {
	_, table, _ := strings.Cut(page, "|---|---|\n")
	var complaints []string
	last := ""
	for _, m := range regexp.MustCompile(`(?m)^\| ([^|,]+?)(?:,[^|]*)? \|`).FindAllStringSubmatch(table, -1) {
		word := strings.ToLower(m[1])
		if word <= last {
			complaints = append(complaints, "docs/glossary.md: "+word+" comes after "+last)
		}
		last = word
	}
	return complaints
}

func TestGlossary_Planted(t *testing.T) {
	words := glossary("| word | means |\n|---|---|\n| Applied, indexed | states |\n| Path | links |\n")
	for name, want := range map[string]bool{"PathMode": true, "IndexedThing": true, "CausalPaths": true, "Widget": false, "Query": true} {
		if named(name, words) != want {
			t.Errorf("%s: named is not %t", name, want)
		}
	}
}
