package causaltest

import (
	"encoding/json"
	"testing"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// Prepared parses an episode from JSON and normalizes it.
func Prepared(t testing.TB, text string) episodic.Episode {
	t.Helper()
	var e episodic.Episode
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		t.Fatal(err)
	}
	p, err := intake.Prepare(e)
	if err != nil {
		t.Fatal(err)
	}
	return p.Episode
}

// Identity returns the identity of a factor.
func Identity(variable, state string) factor.Identity {
	return factor.Identity{Variable: variable, State: state}
}
