package causal_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// TestNames_ByHand refuses names before any engine is asked: none is there.
func TestNames_ByHand(t *testing.T) {
	s := causal.NewService(causal.Parts{}, time.Now)
	fine := causal.Identity{Variable: "weather", State: "storm"}
	for why, c := range map[string]struct {
		source causal.Identity
		origin string
		path   string
	}{
		"a variable that no index takes": {causal.Identity{Variable: strings.Repeat("x", 200_000), State: "yes"}, "a", "source.variable"},
		"a state of two lines":           {causal.Identity{Variable: "x", State: "a\nb"}, "a", "source.state"},
		"a control character":            {causal.Identity{Variable: "x\x00", State: "yes"}, "a", "source.variable"},
		"space at the end":               {causal.Identity{Variable: "x ", State: "yes"}, "a", "source.variable"},
		"no state":                       {causal.Identity{Variable: "x"}, "a", "source"},
		"a long origin":                  {causal.Identity{Variable: "x", State: "yes"}, strings.Repeat("x", 501), "origin"},
	} {
		_, err := s.RecordLinks(t.Context(), "p", []causal.Statement{{
			Source: c.source, Relation: episodic.RelationCauses, Target: fine, Origin: c.origin,
		}})
		var bad *episodic.InvalidError
		if !errors.As(err, &bad) || bad.Problems[0].Path != c.path {
			t.Errorf("%s: %v; want a problem at %s", why, err, c.path)
		}
	}
	if err := s.DeclareClosed(t.Context(), "p", []string{" retry "}, "", true); !errors.Is(err, episodic.ErrInvalid) {
		t.Errorf("a variable with space around: %v", err)
	}
}
