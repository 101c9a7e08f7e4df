package main

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/cypher"
)

// The bare side gives the statement that lists episodes all its parameters.
func TestListParameters(t *testing.T) {
	_, rest, found := strings.Cut(string(cypher.ListEpisodes), "// params: ")
	line, _, _ := strings.Cut(rest, "\n")
	want := slices.Sorted(slices.Values(strings.Split(line, ", ")))
	if got := slices.Sorted(maps.Keys(listParameters("p", "d", "t"))); !found || !slices.Equal(got, want) {
		t.Errorf("given are %v, the statement takes %v", got, want)
	}
}
