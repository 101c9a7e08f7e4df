package recall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// The bounds of what is read before a task.
const (
	// LeastBudget and MostBudget bound the tokens of an answer, DefaultBudget is a sensible
	// number of them.
	LeastBudget   = 200
	DefaultBudget = 2_000
	MostBudget    = 32_000
	// entryBudget is the most tokens of one episode (seed 001: less than 500).
	entryBudget = 499
	// A small budget is spread over several episodes: one gets this part of it, but no less
	// than a few lines take.
	budgetPart, leastEntry = 6, 120
	// similarEpisodes is how many similar episodes are looked at with a small budget; with a
	// large one it is one for so many tokens.
	similarEpisodes, tokensEach, mostSimilar = 5, 200, 40
	// recentFailures of the recentDays before are warnings (seed 003).
	recentFailures, recentDays = 3, 7
	// A quarter of the budget at most goes to patterns, a quarter of what is left to warnings.
	patternPart, warningPart = 4, 4
	// advised is how many patterns are told (seed 002 §4.1).
	advised = 3
)

// ContextQuestion asks what to read before a task.
type ContextQuestion struct {
	Project string
	// Task is what is to be done, in any words.
	Task string
	// Budget is the most tokens of Text, from [LeastBudget] to [MostBudget].
	Budget int
	// Filter narrows the similar episodes and, but for its Outcomes, the recent failures.
	Filter episodic.EpisodeFilter
}

// validate lists what is wrong with a question.
func (q ContextQuestion) validate() error {
	var c QuestionCheck
	c.text("task", q.Task, false)
	c.within("budget", q.Budget, LeastBudget, MostBudget)
	c.Filter(q.Filter)
	return c.Err()
}

// Adviser knows what is known to work or to fail.
type Adviser interface {
	// Advise returns the best patterns that apply to a task, best first, at most limit. Each text
	// is one line that begins with the key in brackets and has at most so many tokens; it is
	// empty when there is no telling the pattern in as few.
	Advise(ctx context.Context, project, task string, limit, tokens int) ([]Advice, error)
}

// Advice is a pattern that applies to a task.
type Advice struct {
	// Pattern is its key.
	Pattern string
	// Score is what it is ordered by.
	Score float64
	Text  string
	// Tokens is how many tokens the text has, the line break after it counted.
	Tokens int
	// Shortened says that something was left out of the text.
	Shortened bool
}

// TaskContext is what to read before a task.
type TaskContext struct {
	// Patterns are those that apply to the task, best first; they come before the entries.
	Patterns []Advice
	// Entries are episodes, each once: the similar ones, best first, then the recent failures,
	// latest first.
	Entries []ContextEntry
	// Text is every line of the patterns and entries, and what was left out, ready for a prompt.
	Text string
	// Tokens is how many tokens Text has.
	Tokens int
	// LeftOut counts what the budget had no room for.
	LeftOut LeftOut
	// Degraded says that not every part of the search could be used; Reason says why.
	Degraded bool
	Reason   string
	// Note says why there is no similar episode.
	Note string
}

// Cut reports whether the budget had no room for everything.
func (c TaskContext) Cut() bool { return c.LeftOut != (LeftOut{}) }

// LeftOut counts what a budget had no room for.
type LeftOut struct {
	// Patterns and Episodes are those of which nothing is shown, Lines those that are missing of
	// other episodes; Shortened are lines of which something is left out.
	Patterns, Episodes, Lines, Shortened int
}

// ContextReason says why an episode is worth reading.
type ContextReason string

// The reasons.
const (
	// ReasonSimilar means that its task or a part of it is like the task.
	ReasonSimilar ContextReason = "similar"
	// ReasonRecentFailure means that it failed in the last days.
	ReasonRecentFailure ContextReason = "recent failure"
)

// ContextEntry is one episode, told in less than 500 tokens.
type ContextEntry struct {
	Reason ContextReason
	Stored episodic.Stored
	// Hit is why it is similar; nil for a recent failure that was not found so.
	Hit   *Hit
	Lines []ContextLine
	// Tokens is how many tokens the lines have.
	Tokens int
}

// LineKind says what a line tells.
type LineKind string

// The kinds.
const (
	LineEpisode  LineKind = "episode"
	LineMatch    LineKind = "match"
	LineDecision LineKind = "decision"
	LineError    LineKind = "error"
	LineLesson   LineKind = "lesson"
)

// ContextLine is one line of an entry. A LineMatch quotes the events that are like the task.
type ContextLine struct {
	Kind LineKind
	// Key is the id of the episode, or the key of its decision or event.
	Key string
	// Text begins with the key in brackets and holds no line break.
	Text string
	// Tokens is how many tokens it has, the line break after it counted.
	Tokens int
}

// ContextFor returns what to read before a task: the patterns that apply to it, episodes like it
// with their decisions, errors and lessons, and what failed in the last days, within a budget of
// tokens. It returns
// an [problem.InvalidError] for a bad question and ErrProjectNotFound for an unknown project.
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
	told, err := t.tell(found.Hits, failed, func(each int) ([]Advice, error) {
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

// recentFailures returns the latest episodes that failed in the last days and are no hits.
func (s *Service) recentFailures(ctx context.Context, q ContextQuestion, hits []Hit) ([]episodic.Stored, error) {
	filter := q.Filter
	filter.Outcomes = []episodic.Outcome{episodic.OutcomeFailure}
	if since := s.now().AddDate(0, 0, -recentDays).UTC().Truncate(24 * time.Hour); filter.Since.Before(since) {
		filter.Since = since
	}
	found, err := s.store.ListEpisodes(ctx, episodic.EpisodeQuery{
		Project: q.Project, Filter: filter, Page: episodic.Page{Limit: recentFailures + len(hits)},
	})
	if err != nil {
		return nil, fmt.Errorf("list what failed in the last days: %w", err)
	}
	found = slices.DeleteFunc(found, func(e episodic.Stored) bool {
		return slices.ContainsFunc(hits, func(h Hit) bool { return h.Episode == e.Episode.ID })
	})
	return found[:min(recentFailures, len(found))], nil
}
