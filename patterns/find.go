package patterns

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
)

const (
	// DefaultApplicable is how many patterns are shown that apply (seed 002).
	DefaultApplicable = 5
	// MaxApplicable is the most that may be asked for.
	MaxApplicable = 50
	// mostCandidates is how many patterns of the index are looked at.
	mostCandidates = 2_000
	// maxTask is the most bytes of the text of a task.
	maxTask = 100_000
)

// maxSetting is the most fields of a context.
const maxSetting = 100

// ApplicableQuery asks which patterns apply to a task.
type ApplicableQuery struct {
	Project string
	Task    Task
	Context Setting
	// Categories narrows, when the kind of pattern is known; empty takes all.
	Categories []Category
	// Statuses narrows; empty takes validated ones.
	Statuses []Status
	// AntiPattern narrows to what is to be avoided, or to what is not.
	AntiPattern *bool
	// Limit is how many are shown, 1 to [MaxApplicable]; 0 is [DefaultApplicable].
	Limit int
	// asked leaves out patterns of which the task fulfils nothing that they ask for.
	asked bool
}

// ApplicableAnswer are the patterns that apply, best first.
type ApplicableAnswer struct {
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
	Pattern Pattern
	Score   float64
	// Terms are what the score is the sum of.
	Terms []Term
	Fit   Fit
}

// FindApplicable returns the patterns that apply to a task in its context, by the ranking of seed
// 002 with the lower bound of Wilson's interval for the confidence. Candidates come from the index,
// and only those are evaluated. It returns an [episodic.InvalidError] for a bad question.
func (s *Service) FindApplicable(ctx context.Context, q ApplicableQuery) (ApplicableAnswer, error) {
	if err := q.validate(); err != nil {
		return ApplicableAnswer{}, err
	}
	situation := q.Task.Situation(q.Context)
	statuses := q.Statuses
	if len(statuses) == 0 {
		statuses = []Status{StatusValidated}
	}
	candidates, more, err := s.store.Indexed(ctx, q.Project, situation.Entries(), statuses, mostCandidates)
	if err != nil {
		return ApplicableAnswer{}, fmt.Errorf("find the patterns that apply to a task: %w", err)
	}
	now := s.now()
	out := ApplicableAnswer{Looked: len(candidates), Cut: more}
	for _, p := range candidates {
		if !q.wants(p) {
			continue
		}
		if fit, applies := p.Applicability.Fit(situation); applies && (!q.asked || fit.answers()) {
			out.Found = append(out.Found, Applicable{Pattern: p, Score: p.score(fit, now), Fit: fit})
		}
	}
	slices.SortFunc(out.Found, func(a, b Applicable) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Pattern.Key, b.Pattern.Key))
	})
	out.Total = len(out.Found)
	out.Note = out.note(statuses)
	out.Found = out.Found[:min(out.Total, cmp.Or(q.Limit, DefaultApplicable))]
	for i, a := range out.Found {
		out.Found[i].Terms = a.Pattern.terms(a.Fit, now)
	}
	return out, nil
}

func (q ApplicableQuery) wants(p Pattern) bool {
	return (len(q.Categories) == 0 || slices.Contains(q.Categories, p.Category)) &&
		(q.AntiPattern == nil || *q.AntiPattern == p.AntiPattern)
}

// note says what the answer cannot.
func (a ApplicableAnswer) note(statuses []Status) string {
	switch {
	case a.Cut:
		return fmt.Sprintf("more than %d patterns may apply, and only the first of them by key were looked at; tell more of the task", mostCandidates)
	case a.Looked == 0:
		return fmt.Sprintf("no pattern that is %s asks for what the task tells, or for nothing", list(statuses))
	case a.Total == 0:
		return fmt.Sprintf("of %d patterns that ask for something that the task tells, none applies in every respect", a.Looked)
	default:
		return ""
	}
}

// validate lists what is wrong with a question.
func (q ApplicableQuery) validate() error {
	var k conditionCheck
	if len(q.Task.Text) > maxTask {
		k.add("task.text", episodic.CodeTooLarge, "%d bytes; at most %d are taken", len(q.Task.Text), maxTask)
	}
	if q.Task.Type != "" {
		k.value("task.type", q.Task.Type)
	}
	k.values("task.domain", q.Task.Domain)
	k.values("task.capabilities", q.Task.Capabilities)
	if c := q.Task.Complexity; c != nil && (math.IsNaN(*c) || math.IsInf(*c, 0)) {
		k.invalid("task.complexity", "is no finite figure")
	}
	k.setting(q.Context)
	members(&k, "categories", q.Categories, Categories())
	members(&k, "statuses", q.Statuses, Statuses())
	if q.Limit < 0 || q.Limit > MaxApplicable {
		k.invalid("limit", "%d is outside 1 to %d", q.Limit, MaxApplicable)
	}
	if len(k.problems) > 0 {
		return &episodic.InvalidError{Problems: k.problems}
	}
	return nil
}

// setting checks the names and values of a context.
func (k *conditionCheck) setting(s Setting) {
	if len(s) > maxSetting {
		k.add("context", episodic.CodeTooLarge, "%d fields; at most %d are taken", len(s), maxSetting)
		return
	}
	seen := map[string]bool{}
	for _, name := range sorted(slices.Collect(maps.Keys(s))) {
		at := "context." + name
		switch {
		case !isName(name):
			k.invalid(at, "%q is no name of a field; %s", name, nameRule)
		case strings.HasPrefix(foldField(name), FieldContext), slices.Contains(taskFields(), foldField(name)):
			k.invalid(at, "%q is how a condition names a field; the context tells it without what stands before the dot, the task as one of its own", name)
		case seen[foldField(name)]:
			k.invalid(at, "%q is told twice, in another case", name)
		case utf8.RuneCountInString(s[name]) > episodic.MaxWord:
			k.add(at, episodic.CodeTooLarge, "more than %d characters", episodic.MaxWord)
		}
		seen[foldField(name)] = true
	}
}

// members refuses what is not in a set.
func members[T ~string](k *conditionCheck, path string, given, set []T) {
	for i, g := range given {
		if !slices.Contains(set, g) {
			k.invalid(fmt.Sprintf("%s[%d]", path, i), "%q is not one of %s", g, list(set))
		}
	}
}
