package model_test

import (
	"slices"
	"testing"
)

func TestModel_TellsAgain(t *testing.T) {
	// Of six episodes in a row, five have an error; of these four are tried again, after which
	// two have none, one has one as before, of which nothing is told, and of one no time is known.
	row := [][]string{
		{"error=no", "blocked=no"},
		{"error=yes", "blocked=yes"},
		{"error=yes", "retry=yes", "error=no", "blocked=no"},
		{"error=yes", "retry=yes", "error=no", "blocked=no"},
		{"error=yes", "retry=yes", "blocked=yes"},
		{"!error=yes", "retry=yes", "!error=no", "blocked=no"},
	}
	var told [][]string
	for range 20 {
		told = append(told, row...)
	}
	links := []string{
		"error=yes causes retry=yes", "error=yes enables retry=yes", "retry=yes prevents error=yes",
		"error=yes causes blocked=yes", "load=high causes error=yes",
	}
	m := newProject(t)
	m.record(told...)
	m.state(links...)
	m.close("no", "retry")
	got := m.learn("blocked")
	if status, reason := got.Status(); status != "" || len(got.Cut()) > 0 {
		t.Fatalf("%s %s, cut %v", status, reason, got.Cut())
	}
	for name, want := range map[string][]string{
		"retry": {"error"}, "error": {"load"}, "error#2": {"error", "load", "retry"}, "blocked": {"error", "error#2"},
	} {
		if parents := got.Parents(name); !slices.Equal(parents, want) {
			t.Errorf("the parents of %s are %v, want %v", name, parents, want)
		}
	}
	for i, want := range []string{"not again", "not again", "no", "no", "not again", ""} {
		if state := got.Tells(got.Episodes()[i], "error#2"); state != want {
			t.Errorf("episode %d: the second error is %q, want %q", i, state, want)
		}
	}
	if names := got.Names(); slices.Contains(names, "error#3") || slices.Contains(names, "retry#2") {
		t.Errorf("what no episode tells is a variable: %v", names)
	}
	if err := got.CheckNetwork(); err != nil {
		t.Error(err)
	}

	few := newProject(t)
	few.record(told[:60]...)
	few.state(links...)
	if got := few.learn("blocked"); !slices.Equal(got.Cut(), []string{"retry=yes > error=yes"}) || slices.Contains(got.Names(), "error#2") {
		t.Errorf("20 episodes that tell it again are too few: cut %v of %v", got.Cut(), got.Names())
	}
}
