package patternstest

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
)

// DefinitionProblems lists what keeps a definition from being added under a name.
func DefinitionProblems(name string, d patterns.Definition) []problem.Problem {
	var c patterns.Checker
	c.Name("name", name)
	return append(c.Problems, d.Problems()...)
}

// Plain is a pattern that is recognised by one action.
func Plain(name, action string) patterns.AddRequest {
	return patterns.AddRequest{Project: "p", Name: name, Definition: patterns.Definition{
		Trigger: "It is so", Action: "Do " + name, Matches: []patterns.Match{{Then: Factors(action)}},
	}}
}

func MustAdd(t *testing.T, s *memory.Patterns, r patterns.AddRequest) string {
	t.Helper()
	added, err := s.Catalog.Add(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return added.Key
}

// Did is an episode that took some actions.
func Did(outcome episodic.Outcome, text string) RawEpisode {
	e := RawEpisode{Outcome: outcome}
	for _, f := range Factors(text) {
		e.States = append(e.States, RawState{Identity: f})
	}
	return e
}
