package factor_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/problem"
)

// TestNames_ByHand refuses names before any engine is asked: none is there.
func TestNames_ByHand(t *testing.T) {
	s := memory.NewCauses(memory.CauseParts{}, time.Now)
	fine := factor.Identity{Variable: "weather", State: "storm"}
	for why, c := range map[string]struct {
		source factor.Identity
		origin string
		path   string
	}{
		"a variable that no index takes": {factor.Identity{Variable: strings.Repeat("x", 200_000), State: "yes"}, "a", "source.variable"},
		"a state of two lines":           {factor.Identity{Variable: "x", State: "a\nb"}, "a", "source.state"},
		"a control character":            {factor.Identity{Variable: "x\x00", State: "yes"}, "a", "source.variable"},
		"space at the end":               {factor.Identity{Variable: "x ", State: "yes"}, "a", "source.variable"},
		"no state":                       {factor.Identity{Variable: "x"}, "a", "source"},
		"a long origin":                  {factor.Identity{Variable: "x", State: "yes"}, strings.Repeat("x", 501), "origin"},
	} {
		_, err := s.Derive.RecordLinks(t.Context(), "p", []link.Statement{{
			Source: c.source, Relation: episodic.RelationCauses, Target: fine, Origin: c.origin,
		}})
		var bad *problem.InvalidError
		if !errors.As(err, &bad) || bad.Problems[0].Path != c.path {
			t.Errorf("%s: %v; want a problem at %s", why, err, c.path)
		}
	}
	if err := s.Derive.DeclareClosed(t.Context(), "p", []string{" retry "}, "", true); !errors.Is(err, problem.ErrInvalid) {
		t.Errorf("a variable with space around: %v", err)
	}
}
