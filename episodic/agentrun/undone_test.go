package agentrun_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/agentrun"
)

// TestMap_WhatWasUndoneIsAnOption edits a file, takes it back in one way or another, and edits it again.
func TestMap_WhatWasUndoneIsAnOption(t *testing.T) {
	edit := func(file, from, to string) agentrun.Step {
		return agentrun.Step{Kind: agentrun.KindCall, Tool: "Edit", Arguments: `{"file_path":"/srv/` + file + `","old_string":"` + from + `","new_string":"` + to + `"}`, HasResult: true, Result: "ok"}
	}
	sh := func(line string) agentrun.Step {
		return agentrun.Step{Kind: agentrun.KindCall, Tool: "Bash", Arguments: `{"command":"` + line + `"}`, HasResult: true}
	}
	for _, c := range []struct {
		why   string
		steps []agentrun.Step
		want  []string
	}{
		{"the opposite edit", []agentrun.Step{edit("a.go", "nil", "UTC"), edit("a.go", "UTC", "nil"), edit("a.go", "nil", "Local")}, []string{"UTC", "Local"}},
		{"git checkout of the file", []agentrun.Step{edit("a.go", "nil", "UTC"), sh("cd /srv && git checkout -- a.go"), edit("a.go", "nil", "Local")}, []string{"UTC", "Local"}},
		{"git reset of all", []agentrun.Step{edit("a.go", "nil", "UTC"), sh("git reset --hard"), edit("a.go", "nil", "Local")}, []string{"UTC", "Local"}},
		{"git stash", []agentrun.Step{edit("a.go", "nil", "UTC"), sh("git stash"), edit("a.go", "nil", "Local")}, []string{"UTC", "Local"}},
		{"git stash pop undoes nothing", []agentrun.Step{edit("a.go", "nil", "UTC"), sh("git stash pop"), edit("a.go", "nil", "Local")}, nil},
		{"another file", []agentrun.Step{edit("a.go", "nil", "UTC"), sh("git checkout -- b.go"), edit("a.go", "nil", "Local")}, nil},
		{"another branch", []agentrun.Step{edit("a.go", "nil", "UTC"), sh("git checkout main"), edit("a.go", "nil", "Local")}, nil},
		{"nothing undone", []agentrun.Step{edit("a.go", "nil", "UTC"), edit("a.go", "UTC", "Local")}, nil},
		{"two tries", []agentrun.Step{edit("a.go", "nil", "UTC"), edit("a.go", "UTC", "nil"), edit("a.go", "nil", "GMT"), edit("a.go", "GMT", "nil"), edit("a.go", "nil", "Local")}, []string{"GMT", "Local"}},
	} {
		e, _ := agentrun.Map(agentrun.Run{ID: "r", Task: "t", Steps: c.steps})
		last := e.Decisions[len(e.Decisions)-1]
		var got []string
		for _, option := range last.Options {
			_, after, _ := strings.Cut(option, "new_string: ")
			word, _, _ := strings.Cut(after, ",")
			got = append(got, strings.Trim(word, ") "))
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: options %q, want %q (%q)", c.why, got, c.want, last.Options)
		}
	}
}
