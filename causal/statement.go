package causal

import (
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// Statement is a link between two factors that somebody states, beside what is derived from
// episodes. Its basis is STATED.
type Statement struct {
	// Source and Target name the factors as stated, before any merge; no episode need have them.
	Source, Target Identity
	Relation       episodic.Relation
	// Origin says where it comes from: an analyst's name, an imported file.
	Origin string
	// Strength is the strength that is claimed, in (0, 1]; nil when none is.
	Strength *float64
	// Confidence is the writer's own, in [0, 1]; nil when not given.
	Confidence *float64
	Note       string
	// Episodes are the ids of the episodes that it names as its evidence, as given.
	Episodes []string
	// At is when it was recorded; of an unchanged repeat the first time.
	At time.Time
}

// ID is deterministic: what is stated again by the same origin replaces what it stated before.
func (s Statement) ID() string {
	source, target := s.Source.Key(), s.Target.Key()
	if s.Relation == episodic.RelationCorrelates && target < source {
		source, target = target, source
	}
	return shortHash("statement", source, string(s.Relation), target, s.Origin)
}
