package episodic

import (
	"time"

	"github.com/causeway-memory/causeway/internal/problem"
)

// EpisodeFilter restricts a list or search of episodes. Zero fields match everything; a list
// matches any of its values; several fields must all match.
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
	// Task is a substring of the task, ignoring case (seed 003).
	Task string
	// DecisionTypes matches episodes with a decision of one of these types; References matches
	// episodes that mention one of these references, in the head or in an occurrence.
	DecisionTypes []DecisionType
	References    []Reference
	// Actors matches episodes in which at least one of them decides, speaks or acts.
	Actors []string
	// Failed matches episodes in which something went wrong, as defined by [chunk.Failed].
	Failed bool
	// Since (inclusive) and Until (exclusive) bound StartedAt; episodes with an unknown time match
	// neither.
	Since time.Time
	Until time.Time
}

// Problems returns what is wrong with the filter: a time range that ends before it begins.
func (f EpisodeFilter) Problems() []problem.Problem {
	if f.Since.IsZero() || f.Until.IsZero() || !f.Until.Before(f.Since) {
		return nil
	}
	return []problem.Problem{problem.Invalid("filter.since", "is after until; no episode can have begun then")}
}

// Given returns the names of the fields that restrict, as the API has them, and of times their bounds. It tells no other values.
func (f EpisodeFilter) Given() []string {
	var out []string
	for _, field := range []struct {
		name  string
		given bool
	}{
		{"outcomes", len(f.Outcomes) > 0},
		{"domain", f.Domain != ""},
		{"taskType", f.TaskType != ""},
		{"complexity", f.Complexity != ""},
		{"session", f.Session != ""},
		{"tags", len(f.Tags) > 0},
		{"tools", len(f.Tools) > 0},
		{"strategies", len(f.Strategies) > 0},
		{"task", f.Task != ""},
		{"decisionTypes", len(f.DecisionTypes) > 0},
		{"references", len(f.References) > 0},
		{"actors", len(f.Actors) > 0},
		{"failed", f.Failed},
		{"since " + f.Since.UTC().Format(time.RFC3339), !f.Since.IsZero()},
		{"until " + f.Until.UTC().Format(time.RFC3339), !f.Until.IsZero()},
	} {
		if field.given {
			out = append(out, field.name)
		}
	}
	return out
}

// EpisodeQuery lists episodes of one project, latest first, unknown times last.
type EpisodeQuery struct {
	Project string
	Filter  EpisodeFilter
	// Deleted lists the deleted episodes instead of the present ones.
	Deleted bool
	Page    Page
}

// OccurrenceFilter restricts a list of occurrences, as EpisodeFilter does for episodes.
type OccurrenceFilter struct {
	Kinds []Kind
	// Types are decision types, event types or outcomes.
	Types   []string
	Episode string
	// Label is a substring of the label, ignoring case.
	Label string
}

// OccurrenceQuery lists occurrences of one project in key order; the cursor of the page is the key.
type OccurrenceQuery struct {
	Project string
	Filter  OccurrenceFilter
	Page    Page
}

// ReferenceQuery lists references of one project ordered by kind and key; the cursor of the page is
// "kind key".
type ReferenceQuery struct {
	Project string
	// Kind restricts the list to one kind; empty means all.
	Kind ReferenceKind
	// Prefix is the beginning of the key; for a commit, of its SHA.
	Prefix string
	Page   Page
}

// MentionQuery lists who mentions a reference, ordered by By; the cursor of the page is By.
type MentionQuery struct {
	Project   string
	Reference Reference
	// SHA restricts the mentions of a commit to those whose SHA agrees with it over the length of
	// the shorter one; empty means all.
	SHA  string
	Page Page
}
