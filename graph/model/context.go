package model

import (
	"github.com/causeway-memory/causeway/episodic/briefing"
)

// TaskContext is what to read before a task as the schema shows it.
type TaskContext struct {
	briefing.TaskContext
	Project string
	Budget  int
}

// Patterns returns the patterns.
func (c TaskContext) Patterns() []ContextPattern {
	out := make([]ContextPattern, len(c.TaskContext.Patterns))
	for i, a := range c.TaskContext.Patterns {
		out[i] = ContextPattern{Advice: a, Project: c.Project}
	}
	return out
}

// ContextPattern is one pattern to read as the schema shows it.
type ContextPattern struct {
	briefing.Advice
	Project string
}

// Entries returns the episodes.
func (c TaskContext) Entries() []ContextEntry {
	out := make([]ContextEntry, len(c.TaskContext.Entries))
	for i, e := range c.TaskContext.Entries {
		out[i] = ContextEntry{e}
	}
	return out
}

// Reason returns nil when the answer is not degraded.
func (c TaskContext) Reason() *string { return optional(c.TaskContext.Reason) }

// Note returns nil when an episode is like the task.
func (c TaskContext) Note() *string { return optional(c.TaskContext.Note) }

// ContextEntry is one episode to read as the schema shows it.
type ContextEntry struct {
	briefing.ContextEntry
}

// Episode returns the episode.
func (e ContextEntry) Episode() Episode { return NewEpisode(e.Stored) }

// Score returns nil when the episode is not there because it is like the task.
func (e ContextEntry) Score() *float64 {
	if e.Hit == nil {
		return nil
	}
	return &e.Hit.Score
}
