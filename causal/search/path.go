package search

import (
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
)

// Step is one link of a path. Back means that an undirected link is followed from target to source.
type Step struct {
	Link link.FactorLink
	Back bool
}

// From returns the start of the step.
func (s Step) From() factor.Identity {
	if s.Back {
		return s.Link.Target
	}
	return s.Link.Source
}

// To returns the end of the step.
func (s Step) To() factor.Identity {
	if s.Back {
		return s.Link.Source
	}
	return s.Link.Target
}
