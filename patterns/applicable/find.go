package applicable

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
)

const (
	// DefaultApplicable is how many patterns are shown that apply (seed 002).
	DefaultApplicable = 5
	// MaxApplicable is the most that may be asked for.
	MaxApplicable = 50
	// MostCandidates is how many patterns of the index are looked at.
	MostCandidates = 2_000
	// maxTask is the most bytes of the text of a task.
	maxTask = 100_000
)

// Query asks which patterns apply to a task.
type Query struct {
	Project string
	Task    condition.Task
	Context condition.TaskContext
	// Categories narrows, when the kind of pattern is known; empty takes all.
	Categories []patterns.Category
	// Statuses narrows; empty takes validated ones.
	Statuses []patterns.Status
	// AntiPattern narrows to what is to be avoided, or to what is not.
	AntiPattern *bool
	// Limit is how many are shown, 1 to [MaxApplicable]; 0 is [DefaultApplicable].
	Limit int
}

// Answer are the patterns that apply, best first.
type Answer struct {
	Found []Applicable
	// Total is how many apply, Looked how many the index named.
	Total, Looked int
	// Cut says that the index named more than are looked at, so that others may apply too.
	Cut bool
	// Note says why nothing was found, or what could not be looked at.
	Note string
}

// Applicable is a pattern that applies to a task.
type Applicable struct {
	Pattern patterns.Pattern
	Score   float64
	// Terms are what the score is the sum of.
	Terms []Term
	Fit   condition.Assessment
}

// FindApplicable returns the patterns that apply to a task in its context, by the ranking of seed
// 002 with the lower bound of Wilson's interval for the confidence. Candidates come from the index,
// and only those are evaluated. It returns an [problem.InvalidError] for a bad question. A project
// that does not exist yet is an empty answer with a note.
func (s *Service) FindApplicable(ctx context.Context, q Query) (Answer, error) {
	if err := q.validate(); err != nil {
		return Answer{}, err
	}
	if len(q.Statuses) == 0 {
		q.Statuses = []patterns.Status{patterns.StatusValidated}
	}
	out, err := s.fitting(ctx, q)
	if err != nil {
		return Answer{}, err
	}
	slices.SortFunc(out.Found, func(a, b Applicable) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Pattern.Key, b.Pattern.Key))
	})
	out.Total = len(out.Found)
	out.Note = out.note(q.Statuses)
	out.Found = out.Found[:min(out.Total, cmp.Or(q.Limit, DefaultApplicable))]
	now := s.now()
	for i, a := range out.Found {
		out.Found[i].Terms = terms(a.Pattern, a.Fit, now)
	}
	return out, nil
}

// fitting returns all patterns that apply, in no particular order, with their scores.
func (s *Service) fitting(ctx context.Context, q Query) (Answer, error) {
	situation := q.Task.Situation(q.Context)
	candidates, more, err := s.store.Indexed(ctx, q.Project, situation.Entries(), q.Statuses, MostCandidates)
	if err != nil && !errors.Is(err, episodic.ErrProjectNotFound) {
		return Answer{}, fmt.Errorf("find the patterns that apply to a task: %w", err)
	}
	now := s.now()
	out := Answer{Looked: len(candidates), Cut: more}
	for _, p := range candidates {
		if !q.wants(p) {
			continue
		}
		if fit, applies := p.Applicability.Fit(situation); applies {
			out.Found = append(out.Found, Applicable{Pattern: p, Score: score(p, fit, now), Fit: fit})
		}
	}
	return out, nil
}

func (q Query) wants(p patterns.Pattern) bool {
	return (len(q.Categories) == 0 || slices.Contains(q.Categories, p.Category)) &&
		(q.AntiPattern == nil || *q.AntiPattern == p.AntiPattern)
}

// note says what the answer cannot.
func (a Answer) note(statuses []patterns.Status) string {
	switch {
	case a.Cut:
		return fmt.Sprintf("more than %d patterns may apply, and only the first of them by key were looked at; tell more of the task", MostCandidates)
	case a.Looked == 0:
		return fmt.Sprintf("no pattern that is %s asks for what the task tells, or for nothing", condition.List(statuses))
	case a.Total == 0:
		return fmt.Sprintf("of %d patterns that ask for something that the task tells, none applies in every respect", a.Looked)
	default:
		return ""
	}
}

// validate lists what is wrong with a question.
func (q Query) validate() error {
	var k condition.Checker
	if len(q.Task.Text) > maxTask {
		k.TooLarge("task.text", "%d bytes; at most %d are allowed", len(q.Task.Text), maxTask)
	}
	if q.Task.Type != "" {
		k.Value("task.type", q.Task.Type)
	}
	k.Values("task.domain", q.Task.Domain)
	k.Values("task.capabilities", q.Task.Capabilities)
	if c := q.Task.Complexity; c != nil && (math.IsNaN(*c) || math.IsInf(*c, 0)) {
		k.Invalid("task.complexity", "is not a finite number")
	}
	k.Context(q.Context)
	members(&k, "categories", q.Categories, patterns.Categories())
	members(&k, "statuses", q.Statuses, patterns.Statuses())
	if q.Limit < 0 || q.Limit > MaxApplicable {
		k.Invalid("limit", "%d is outside 1 to %d", q.Limit, MaxApplicable)
	}
	return k.Err()
}

// members rejects words outside a set.
func members[T ~string](k *condition.Checker, path string, given, set []T) {
	for i, g := range given {
		problem.OneOf(&k.Checker, fmt.Sprintf("%s[%d]", path, i), g, set)
	}
}
