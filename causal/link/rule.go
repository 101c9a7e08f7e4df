package link

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// RuleTotal is the number of links between occurrences that a rule found.
type RuleTotal struct {
	// Rule is its name with its version, like "value-flow/1".
	Rule  string
	Links int
}

// RuleOf returns the rule that a note begins with, alone or before a colon; empty if it begins with something
// else.
func RuleOf(note string) string {
	word, _, _ := strings.Cut(note, " ")
	word = strings.TrimSuffix(word, ":")
	name, version, _ := strings.Cut(word, "/")
	if name == "" || version == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz-") != "" || strings.Trim(version, "0123456789") != "" {
		return ""
	}
	return word
}

// IsByRule reports whether a rule may have found a link with that basis: nobody stated it.
func IsByRule(basis episodic.Basis) bool {
	return basis == episodic.BasisExtracted || basis == episodic.BasisTemporal
}

// TotalRules returns the totals of counts by rule, those with the most links first.
func TotalRules(counts map[string]int) []RuleTotal {
	out := make([]RuleTotal, 0, len(counts))
	for _, rule := range slices.Sorted(maps.Keys(counts)) {
		out = append(out, RuleTotal{rule, counts[rule]})
	}
	slices.SortStableFunc(out, func(a, b RuleTotal) int { return cmp.Compare(b.Links, a.Links) })
	return out
}
