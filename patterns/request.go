package patterns

// AddRequest asks for a pattern. One of the name that is there gets the evidence, and keeps what
// its authors said of it (seed 003).
type AddRequest struct {
	Project, Name string
	Definition
	Claim *Claim
	// Episodes are evidence: the pattern was applied in them, and their outcomes say how it went.
	Episodes []string
	// Origin is STATED when it is empty; Mined are the figures of a mined one.
	Origin Origin
	Mined  *Mined
}

// Added is what became of an [AddRequest].
type Added struct {
	Key string
	// Created says that there was no pattern of the name before.
	Created bool
}

// UpdateRequest changes what the authors of a pattern say of it.
type UpdateRequest struct {
	Project, Key string
	// Edit changes the definition. It is called inside of the transaction, more than once when that is
	// repeated, with a copy of its own.
	Edit func(*Definition)
	// Reason is in words.
	Reason string
	// Refined begins its evidence anew: episodes before now no longer count, and it is a candidate.
	Refined bool
	// Surveyed is the pattern that the change was decided by: another one by now is a conflict.
	Surveyed *Pattern
}

// ApplicationRequest records that a pattern was applied in an episode.
type ApplicationRequest struct {
	Project, Key, Episode string
	// Application is as the writer tells it; the time is set when it is recorded.
	Application Application
}

// DeprecateRequest ends the use of a pattern.
type DeprecateRequest struct {
	Project, Key string
	// Reason is in words and needed; Successor is the key of the pattern that stands in its place,
	// empty for none.
	Reason, Successor string
}

// MergeRequest makes one pattern of several, which are deprecated by it.
type MergeRequest struct {
	Project string
	// Keys are those of the patterns, two at least.
	Keys []string
	// Name is that of the new pattern; that of one of them makes it the one that stays.
	Name   string
	Reason string
}
