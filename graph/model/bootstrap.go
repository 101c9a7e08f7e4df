package model

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/bootstrap"
)

// Bootstrap is what to know at the start of a session.
type Bootstrap struct {
	bootstrap.Bootstrap
	Project string
}

// Failures returns the latest failures.
func (b Bootstrap) Failures() []Episode { return each(b.Bootstrap.Failures, stored) }

// OpenEnds returns the latest episodes without an outcome.
func (b Bootstrap) OpenEnds() []Episode { return each(b.Bootstrap.OpenEnds, stored) }

// Patterns returns those that hold.
func (b Bootstrap) Patterns() []Pattern { return each(b.Bootstrap.Patterns, b.pattern) }

// AntiPatterns returns those that fail.
func (b Bootstrap) AntiPatterns() []Pattern { return each(b.Bootstrap.AntiPatterns, b.pattern) }

func (b Bootstrap) pattern(p patterns.Pattern) Pattern {
	return Pattern{Pattern: p, Project: b.Project}
}

func stored(e episodic.Stored) Episode { return NewEpisode(e) }
