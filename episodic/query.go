package episodic

import (
	"time"
)

// EpisodeFilter narrows a list or a search of episodes. Zero fields do not narrow; a list
// means any of its values, several fields mean all of them.
type EpisodeFilter struct {
	Outcomes   []Outcome
	Domain     string
	TaskType   string
	Complexity string
	Session    string
	// Tags, Tools and Strategies match episodes that have at least one of the words.
	Tags       []string
	Tools      []string
	Strategies []string
	// Task is part of the task's text, in any case (seed 003).
	Task string
	// DecisionTypes matches episodes with a decision of one of the types, References those
	// that mention one of the references, in their head or in an occurrence.
	DecisionTypes []DecisionType
	References    []Reference
	// Failed narrows to episodes in which something went wrong, as [chunk.Failed] says.
	Failed bool
	// Since (inclusive) and Until (exclusive) bound StartedAt; episodes of unknown time
	// match neither.
	Since time.Time
	Until time.Time
}

// EpisodeQuery asks for episodes of one project, latest first, unknown times last.
type EpisodeQuery struct {
	Project string
	Filter  EpisodeFilter
	// Deleted asks for deleted episodes instead of the present ones.
	Deleted bool
	Page    Page
}

// OccurrenceFilter narrows a list of occurrences like EpisodeFilter does.
type OccurrenceFilter struct {
	Kinds []Kind
	// Types are decision types, event types or outcomes.
	Types   []string
	Episode string
	// Label is part of the label, in any case.
	Label string
}

// OccurrenceQuery asks for occurrences of one project in the order of their keys; the page's
// cursor is the key.
type OccurrenceQuery struct {
	Project string
	Filter  OccurrenceFilter
	Page    Page
}

// ReferenceQuery asks for references of one project in the order of kind and key; the
// page's cursor is "kind key".
type ReferenceQuery struct {
	Project string
	// Kind narrows to one kind; empty for all.
	Kind ReferenceKind
	// Prefix is the beginning of the key; for a commit, of its SHA.
	Prefix string
	Page   Page
}

// MentionQuery asks who mentions a reference, in the order of By; the page's cursor is By.
type MentionQuery struct {
	Project   string
	Reference Reference
	// SHA narrows the mentions of a commit to those whose SHA agrees with it as far as
	// both go; empty for all.
	SHA  string
	Page Page
}
