package search

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
)

// Step is one link of a path as it is walked: a link that correlates may be walked back.
type Step struct {
	Link link.FactorLink
	Back bool
}

// From is where the step begins.
func (s Step) From() factor.Identity {
	if s.Back {
		return s.Link.Target
	}
	return s.Link.Source
}

// To is where the step ends.
func (s Step) To() factor.Identity {
	if s.Back {
		return s.Link.Source
	}
	return s.Link.Target
}
