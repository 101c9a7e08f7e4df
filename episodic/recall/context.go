package recall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// The limits of a task context.
const (
	// LeastBudget and MostBudget bound the tokens of an answer; DefaultBudget is the default.
	LeastBudget   = 200
	DefaultBudget = 2_000
	MostBudget    = 32_000
	// entryBudget is the maximum number of tokens of one episode (seed 001: less than 500).
	entryBudget = 499
	// A small budget covers several episodes: one gets at most this fraction of it, but at least a
	// few lines.
	budgetPart, leastEntry = 6, 120
	// similarEpisodes is the number of similar episodes considered with a small budget; with a
	// large one it is one per tokensEach tokens, at most mostSimilar.
	similarEpisodes, tokensEach, mostSimilar = 5, 200, 40
	// The latest recentFailures of the last recentDays are warnings (seed 003).
	recentFailures, recentDays = 3, 7
	// Patterns get at most a quarter of the budget, warnings at most a quarter of the rest.
	patternPart, warningPart = 4, 4
	// advised is the maximum number of patterns (seed 002 §4.1).
	advised = 3
)

// ContextQuestion asks for the context of a task.
type ContextQuestion struct {
	Project string
	// Task describes the task in any words.
	Task string
	// Budget is the maximum number of tokens of Text, from [LeastBudget] to [MostBudget].
	Budget int
	// Filter restricts the similar episodes and, except for its Outcomes, the recent failures.
	Filter episodic.EpisodeFilter
}

// validate returns the problems of a question.
func (q ContextQuestion) validate() error {
	var c questionCheck
	c.text("task", q.Task, false)
	c.within("budget", q.Budget, LeastBudget, MostBudget)
	c.Add(q.Filter.Problems()...)
	return c.Err()
}

// Adviser returns patterns that are known to work or to fail.
type Adviser interface {
	// Advise returns at most limit patterns that apply to a task, best first. Each text is one line
	// that begins with the key in brackets and has at most the given number of tokens; it is empty
	// if the pattern cannot be described in so few.
	Advise(ctx context.Context, project, task string, limit, tokens int) ([]Advice, error)
}

// Advice is a pattern that applies to a task.
type Advice struct {
	// Pattern is the key of the pattern.
	Pattern string
	// Score determines the order.
	Score float64
	Text  string
	// Tokens is the number of tokens of the text, including the line break after it.
	Tokens int
	// Shortened says that the text is incomplete.
	Shortened bool
}

// TaskContext is the context of a task.
type TaskContext struct {
	// Patterns apply to the task, best first; they come before the entries.
	Patterns []Advice
	// Entries are distinct episodes: the similar ones, best first, then the recent failures, latest
	// first.
	Entries []ContextEntry
	// Text has every line of the patterns and entries, and a note on what was left out, ready for a
	// prompt.
	Text string
	// Tokens is the number of tokens of Text.
	Tokens int
	// LeftOut counts what did not fit the budget.
	LeftOut LeftOut
	// Degraded says that part of the search was unavailable; Reason says why.
	Degraded bool
	Reason   string
	// Note says why there is no similar episode.
	Note string
}

// Cut reports whether something did not fit the budget.
func (c TaskContext) Cut() bool { return c.LeftOut != (LeftOut{}) }

// LeftOut counts what did not fit a budget.
type LeftOut struct {
	// Patterns and Episodes count those left out completely, Lines the missing lines of other
	// episodes, Shortened the lines that were cut.
	Patterns, Episodes, Lines, Shortened int
}

// ContextReason says why an episode is in a context.
type ContextReason string

// The reasons.
const (
	// ReasonSimilar means that the episode or a part of it is similar to the task.
	ReasonSimilar ContextReason = "similar"
	// ReasonRecentFailure means that it failed in the last days.
	ReasonRecentFailure ContextReason = "recent failure"
)

// ContextEntry describes one episode in less than 500 tokens.
type ContextEntry struct {
	Reason ContextReason
	Stored episodic.Stored
	// Hit says why it is similar; nil for a recent failure that is not a hit.
	Hit   *Hit
	Lines []ContextLine
	// Tokens is the number of tokens of the lines.
	Tokens int
}

// LineKind says what a line is about.
type LineKind string

// The kinds.
const (
	LineEpisode  LineKind = "episode"
	LineMatch    LineKind = "match"
	LineDecision LineKind = "decision"
	LineError    LineKind = "error"
	LineLesson   LineKind = "lesson"
)

// ContextLine is one line of an entry. A LineMatch quotes the events that are similar to the task.
type ContextLine struct {
	Kind LineKind
	// Key is the id of the episode, or the key of its decision or event.
	Key string
	// Text begins with the key in brackets and has no line break.
	Text string
	// Tokens is the number of tokens, including the line break.
	Tokens int
}

// ContextFor returns the context of a task within a budget of tokens: the patterns that apply to
// it, similar episodes with their decisions, errors and lessons, and the failures of the last days.
// It returns a [problem.InvalidError] for a bad question. Without episodes there is nothing to read,
// and the note says so.
func (s *Service) ContextFor(ctx context.Context, q ContextQuestion) (TaskContext, error) {
	if s.tokens == nil {
		return TaskContext{}, errors.New("tell what to read before a task: there is nothing to count tokens with")
	}
	if err := q.validate(); err != nil {
		return TaskContext{}, err
	}
	found, err := s.Recall(ctx, Question{
		Project: q.Project, Text: q.Task, Filter: q.Filter,
		Limit: min(mostSimilar, max(similarEpisodes, q.Budget/tokensEach)),
	})
	if err != nil {
		return TaskContext{}, fmt.Errorf("find episodes like a task: %w", err)
	}
	failed, err := s.recentFailures(ctx, q, found.Hits)
	if err != nil {
		return TaskContext{}, err
	}
	t := &contextWriter{tokens: s.tokens, budget: q.Budget}
	told, err := t.write(found.Hits, failed, func(each int) ([]Advice, error) {
		if s.adviser == nil {
			return nil, nil
		}
		return s.adviser.Advise(ctx, q.Project, q.Task, advised, each)
	})
	if err != nil {
		return TaskContext{}, fmt.Errorf("tell what to read before a task: %w", err)
	}
	told.Degraded, told.Reason, told.Note = found.Degraded, found.Reason, found.Note
	return told, nil
}

// recentFailures returns the latest episodes that failed in the last days and are not hits.
func (s *Service) recentFailures(ctx context.Context, q ContextQuestion, hits []Hit) ([]episodic.Stored, error) {
	filter := q.Filter
	filter.Outcomes = []episodic.Outcome{episodic.OutcomeFailure}
	if since := s.now().AddDate(0, 0, -recentDays).UTC().Truncate(24 * time.Hour); filter.Since.Before(since) {
		filter.Since = since
	}
	found, err := s.store.ListEpisodes(ctx, episodic.EpisodeQuery{
		Project: q.Project, Filter: filter, Page: episodic.Page{Limit: recentFailures + len(hits)},
	})
	if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
		return nil, fmt.Errorf("list what failed in the last days: %w", err)
	}
	found = slices.DeleteFunc(found, func(e episodic.Stored) bool {
		return slices.ContainsFunc(hits, func(h Hit) bool { return h.Episode == e.Episode.ID })
	})
	return found[:min(recentFailures, len(found))], nil
}
