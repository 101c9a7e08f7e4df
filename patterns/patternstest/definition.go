package patternstest

import (
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/patterns"
)

// OneAction asks for a pattern with one action and no trigger.
func OneAction(name, action string) patterns.AddRequest {
	return patterns.AddRequest{Project: "p", Name: name, Definition: patterns.Definition{
		Trigger: "It is so", Action: "Do " + name, Matches: []patterns.Match{{Then: Factors(action)}},
	}}
}

// MustAdd adds a pattern and returns its key.
func MustAdd(t *testing.T, s *memory.Patterns, r patterns.AddRequest) string {
	t.Helper()
	added, err := s.Catalog.Add(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return added.Key
}

// Episode returns an episode with the actions in text, see [Factors].
func Episode(outcome episodic.Outcome, text string) RawEpisode {
	e := RawEpisode{Outcome: outcome}
	for _, f := range Factors(text) {
		e.States = append(e.States, RawState{Identity: f})
	}
	return e
}
