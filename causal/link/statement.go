package link

import (
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Same reports whether two statements with the same id have the same content.
func (s Statement) Same(other Statement) bool {
	return equal(s.Strength, other.Strength) && equal(s.Confidence, other.Confidence) &&
		s.Note == other.Note && slices.Equal(s.Episodes, other.Episodes)
}

func equal(a, b *float64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

// The maximum lengths of an origin and a note in characters, and the maximum number of episodes of
// a statement.
const (
	MaxOrigin        = 500
	MaxNote          = 10_000
	MaxNamedEpisodes = 10_000
)

// Problems validates the statement; at is the prefix of the paths.
func (s Statement) Problems(at string) []problem.Problem {
	var c problem.Checker
	for _, end := range []struct {
		name string
		of   factor.Identity
	}{{"source", s.Source}, {"target", s.Target}} {
		c.Add(end.of.Problems(at + end.name)...)
	}
	c.TooLong(at+"origin", s.Origin, MaxOrigin)
	c.TooLong(at+"note", s.Note, MaxNote)
	if len(s.Episodes) > MaxNamedEpisodes {
		c.Invalid(at+"episodes", "%d episodes; at most %d are taken", len(s.Episodes), MaxNamedEpisodes)
	}
	if s.Source == s.Target && s.Source.Variable != "" {
		c.Invalid(at+"target", "the link joins %q to itself", s.Source.Label())
	}
	if !slices.Contains(episodic.Relations(), s.Relation) {
		c.Invalid(at+"relation", "%q is not a relation", s.Relation)
	}
	if p := s.Strength; p != nil && !(*p > 0 && *p <= 1) {
		c.Invalid(at+"strength", "%v is no strength; use more than 0, and 1 at most", *p)
	}
	if p := s.Confidence; p != nil && !(*p >= 0 && *p <= 1) {
		c.Invalid(at+"confidence", "%v is not a confidence; use 0 to 1", *p)
	}
	return c.Problems
}

// Statement is a link between two factors that a user states, in addition to what is derived from
// episodes. Its basis is STATED.
type Statement struct {
	// Source and Target are the factors as stated, before any merge; no episode needs to have them.
	Source, Target factor.Identity
	Relation       episodic.Relation
	// Origin is the source of the statement: an analyst's name, an imported file.
	Origin string
	// Strength is the claimed strength, in (0, 1]; nil if none is claimed.
	Strength *float64
	// Confidence is the author's confidence, in [0, 1]; nil if not given.
	Confidence *float64
	Note       string
	// Episodes are the ids of the episodes cited as evidence, as given.
	Episodes []string
	// At is the time of recording; an unchanged repetition keeps the first one.
	At time.Time
}

// ID returns a deterministic id: a repeated statement of the same origin replaces the previous one.
func (s Statement) ID() string {
	source, target := s.Source.Key(), s.Target.Key()
	if s.Relation == episodic.RelationCorrelates && target < source {
		source, target = target, source
	}
	return factor.ShortHash("statement", source, string(s.Relation), target, s.Origin)
}
