package patterns

// AddRequest adds a pattern. An existing pattern of the name gets the evidence and keeps its
// definition (seed 003).
type AddRequest struct {
	Project, Name string
	Definition
	Claim *Claim
	// Episodes are ids of episodes in which the pattern was applied; their outcomes are evidence.
	Episodes []string
	// Origin defaults to STATED; Mined are the figures of a mined pattern.
	Origin Origin
	Mined  *Mined
}

// Added is the result of an [AddRequest].
type Added struct {
	Key string
	// Created means that no pattern of the name existed.
	Created bool
}

// UpdateRequest changes the definition of a pattern.
type UpdateRequest struct {
	Project, Key string
	// Edit changes the definition. It is called inside the transaction with a copy, again if the
	// transaction is retried.
	Edit func(*Definition)
	// Reason is free text.
	Reason string
	// Refined restarts the evidence: episodes before now no longer count, and the pattern becomes a
	// candidate.
	Refined bool
	// Surveyed is the pattern on which the change was based; if it has changed since, the update is a
	// conflict. Nil skips the check.
	Surveyed *Pattern
}

// ApplicationRequest records that a pattern was applied in an episode.
type ApplicationRequest struct {
	Project, Key, Episode string
	// Application is what to record; its time is set when it is recorded.
	Application Application
}

// DeprecateRequest ends the use of a pattern.
type DeprecateRequest struct {
	Project, Key string
	// Reason is free text and required; Successor is the key of the pattern that replaces it, empty
	// for none.
	Reason, Successor string
}

// MergeRequest merges several patterns into one and deprecates the others.
type MergeRequest struct {
	Project string
	// Keys are the keys of two or more patterns.
	Keys []string
	// Name names the merged pattern; the name of one of the patterns keeps that pattern.
	Name   string
	Reason string
}
