package briefing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/episodic/when"
)

// The limits of a task context.
const (
	// leastBudget and MostBudget bound the tokens of an answer.
	leastBudget = 200
	MostBudget  = 32_000
	// entryBudget is the maximum number of tokens of one episode (seed 001: less than 500).
	entryBudget = 499
	// Besides its matches one episode at first gets at most this fraction of the budget, but at least a few lines, so
	// that a small budget covers several.
	budgetPart, leastEntry = 6, 120
	// leastSimilar is the minimum number of similar episodes that are described before any is described
	// in full; with a large budget it is one per tokensEach tokens. mostSimilar is the number considered, leastConsidered
	// its minimum; between them it is one per consideredEach tokens.
	leastSimilar, tokensEach, mostSimilar, leastConsidered, consideredEach = 5, 200, 40, 10, 40
	// quotedPart is the share of the room for similar episodes that their matches get before anything else is told.
	quotedPart = 2. / 3
	// quotedEach is the number of matches of one episode that are quoted.
	quotedEach = 4
	// The latest recentFailures of the last recentDays are warnings (seed 003).
	recentFailures, recentDays = 3, 7
	// Patterns get at most a quarter of the budget, choices an eighth, warnings a quarter of the rest.
	patternPart, choicePart, warningPart = 4, 8, 4
	// advised and chosen are the maximum numbers of patterns and choices.
	advised, chosen = 5, 3
)

// ContextQuestion asks for the context of a task, of an error, or of both.
type ContextQuestion struct {
	Project string
	// Task describes the task in any words.
	Task string
	// Error is the error message that the task has met; similar failures and patterns of recovery
	// come first. At least one of Task and Error is set.
	Error string
	// Budget is the maximum number of tokens of Text, from 200 to [MostBudget].
	Budget int
	// Filter restricts the similar episodes and, except for its Outcomes, the failures.
	Filter episodic.EpisodeFilter
	// Zone is that of times in words in Task, as in [recall.Question]: episodes of that time come before others. Nil takes
	// them as words.
	Zone *time.Location
}

// validate returns the problems of a question.
func (q ContextQuestion) validate() error {
	var c recall.QuestionCheck
	c.Text("task", q.Task, strings.TrimSpace(q.Error) != "")
	c.Text("error", q.Error, true)
	c.Within("budget", q.Budget, leastBudget, MostBudget)
	c.Add(q.Filter.Problems()...)
	return c.Err()
}

// TaskContext is the context of a task.
type TaskContext struct {
	// Patterns apply to the task, best first; they come before the choices.
	Patterns []Advice
	// Choices are the decisions of similar episodes, with the counts of their options; they come
	// before the entries.
	Choices []Choice
	// Entries are distinct episodes: the similar failures and the similar ones, best first, then the
	// recent failures, latest first.
	Entries []ContextEntry
	// Text has every line of the patterns, choices and entries, and a note on what was left out, ready
	// for a prompt.
	Text string
	// Tokens is the number of tokens of Text.
	Tokens int
	// LeftOut counts what did not fit the budget.
	LeftOut LeftOut
	// Degraded says that part of the search was unavailable; Reason says why.
	Degraded bool
	Reason   string
	// Note says why there is no similar episode, or which time the words of the task were taken for.
	Note string
}

// Cut reports whether something did not fit the budget.
func (c TaskContext) Cut() bool { return c.LeftOut != (LeftOut{}) }

// LeftOut counts what did not fit a budget.
type LeftOut struct {
	// Patterns, Choices and Episodes count those left out completely, Lines the missing lines of other
	// episodes, Shortened the lines that were cut.
	Patterns, Choices, Episodes, Lines, Shortened int
}

// ContextReason says why an episode is in a context.
type ContextReason string

// The reasons.
const (
	// ReasonSimilarFailure means that it failed in a similar way.
	ReasonSimilarFailure ContextReason = "similar failure"
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
	Hit   *recall.Hit
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
	LineEvent    LineKind = "event"
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
// it, what was chosen in similar episodes and how that ended, those episodes with their decisions,
// errors and lessons, and the failures of the last days. With an error, similar failures and patterns
// of recovery come first. It returns a [problem.InvalidError] for a bad question. Without episodes
// there is nothing to read, and the note says so.
func (s *Service) ContextFor(ctx context.Context, q ContextQuestion) (TaskContext, error) {
	if s.tokens == nil {
		return TaskContext{}, errors.New("tell what to read before a task: there is nothing to count tokens with")
	}
	if err := q.validate(); err != nil {
		return TaskContext{}, err
	}
	similar, err := s.findForContext(ctx, q)
	if err != nil {
		return TaskContext{}, err
	}
	failed, err := s.recentFailures(ctx, q, similar.hits())
	if err != nil {
		return TaskContext{}, err
	}
	t := &contextWriter{tokens: s.tokens, budget: q.Budget}
	told, err := t.write(contextParts{
		asked:    lexis.TellingWords(q.Task + "\n" + q.Error),
		failures: similar.failures, hits: similar.others, recent: failed,
		advise: func(tokens int) ([]Advice, error) {
			if s.adviser == nil {
				return nil, nil
			}
			return s.adviser.Advise(ctx, q, similar.hits(), advised, tokens)
		},
		choices: func() ([]Choice, error) {
			decisions := decisionsOf(similar.hits())
			if s.options == nil || len(decisions) == 0 {
				return nil, nil
			}
			return s.options.CountOptions(ctx, q.Project, decisions, chosen)
		},
	})
	if err != nil {
		return TaskContext{}, fmt.Errorf("tell what to read before a task: %w", err)
	}
	told.Degraded, told.Reason, told.Note = similar.degraded, similar.reason, similar.note
	return told, nil
}

// similarTo are the episodes similar to a task: those with a similar failure, and the others.
type similarTo struct {
	failures, others []recall.Hit
	degraded         bool
	reason, note     string
}

func (f similarTo) hits() []recall.Hit { return slices.Concat(f.failures, f.others) }

// findForContext finds the episodes that are similar to the error and to the task.
func (s *Service) findForContext(ctx context.Context, q ContextQuestion) (out similarTo, err error) {
	limit := min(mostSimilar, max(leastConsidered, q.Budget/consideredEach))
	var asked []recall.Answer
	if strings.TrimSpace(q.Error) != "" {
		found, err := s.recall.SimilarFailures(ctx, recall.FailureQuestion{Project: q.Project, Error: q.Error, Filter: q.Filter, Limit: limit})
		if errors.Is(err, episodic.ErrProjectNotFound) {
			found, err = recall.Answer{Note: recall.UnknownNote(q.Project)}, nil
		}
		if err != nil {
			return out, fmt.Errorf("find failures like an error: %w", err)
		}
		out.failures, asked = found.Hits, append(asked, found)
	}
	if strings.TrimSpace(q.Task) != "" {
		found, err := s.findTask(ctx, q, limit)
		if err != nil {
			return out, fmt.Errorf("find episodes like a task: %w", err)
		}
		out.others = slices.DeleteFunc(found.Hits, func(h recall.Hit) bool { return contains(out.failures, h.Episode) })
		asked = append(asked, found)
	}
	for _, a := range asked {
		out.degraded, out.reason = out.degraded || a.Degraded, cmp.Or(out.reason, a.Reason)
		out.note = cmp.Or(out.note, a.Note)
	}
	if len(out.hits()) > 0 {
		out.note = ""
	}
	for _, a := range asked {
		if a.Time != nil {
			out.note = timeNote(*a.Time)
		}
	}
	return out, nil
}

// findTask finds the episodes that are similar to the task. Where its words name a time, those of that time come first:
// a task of today is not about episodes of today alone.
func (s *Service) findTask(ctx context.Context, q ContextQuestion, limit int) (recall.Answer, error) {
	asked := recall.Question{Project: q.Project, Text: q.Task, Filter: q.Filter, Zone: q.Zone, Limit: limit}
	found, err := s.recall.Recall(ctx, asked)
	if err != nil || found.Time == nil || len(found.Hits) == limit {
		return found, err
	}
	asked.Zone = nil
	all, err := s.recall.Recall(ctx, asked)
	if err != nil {
		return recall.Answer{}, err
	}
	others := slices.DeleteFunc(all.Hits, func(h recall.Hit) bool { return contains(found.Hits, h.Episode) })
	found.Hits = append(found.Hits, behind(others[:min(len(others), limit-len(found.Hits))], found.Hits)...)
	return found, nil
}

// timeNote says which time was understood.
func timeNote(t when.Asked) string {
	return fmt.Sprintf("%q is %s in %s; episodes of that time come first", t.Words, t.Days(), t.Since.Location())
}

// behind lowers the scores of hits below those of the first ones, of which there are some.
func behind(hits, first []recall.Hit) []recall.Hit {
	least := first[0].Score
	for _, h := range first {
		for _, p := range quotable(&h) {
			least = min(least, p.Score)
		}
	}
	for i := range hits {
		hits[i].Score *= least
		hits[i].Passages = slices.Clone(hits[i].Passages)
		for k := range hits[i].Passages {
			hits[i].Passages[k].Score *= least
		}
	}
	return hits
}

func contains(hits []recall.Hit, episode string) bool {
	return slices.ContainsFunc(hits, func(h recall.Hit) bool { return h.Episode == episode })
}

// decisionsOf returns the keys of the decisions of the hits, best first.
func decisionsOf(hits []recall.Hit) []string {
	var keys []string
	for _, h := range hits {
		for _, d := range h.Stored.Episode.Decisions {
			keys = append(keys, episodic.OccurrenceKey(h.Episode, d.ID))
		}
	}
	return keys
}

// recentFailures returns the latest episodes that failed in the last days and are not hits.
func (s *Service) recentFailures(ctx context.Context, q ContextQuestion, hits []recall.Hit) ([]episodic.Stored, error) {
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
	found = slices.DeleteFunc(found, func(e episodic.Stored) bool { return contains(hits, e.Episode.ID) })
	return found[:min(recentFailures, len(found))], nil
}
