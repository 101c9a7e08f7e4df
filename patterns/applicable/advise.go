package applicable

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
	"github.com/causeway-memory/causeway/patterns/condition"
)

// An unproven pattern is told if it has at least tellingTrials trials and at least tellingShare of
// them support it: the least that a validation asks for.
const (
	tellingTrials = 5
	tellingShare  = .6
)

// Advise implements [briefing.Adviser]. What is known of the task are its words, and the type and the domain that
// most of the similar episodes have. Patterns of which the words fulfill a requirement come first, then
// those of which the similar episodes do or that share a word with the task, then those that ask for
// nothing. Among equals validated ones come before unproven ones. With an error, patterns of recovery
// come before all others.
func (s *Service) Advise(ctx context.Context, q briefing.ContextQuestion, similar []recall.Hit, limit, most int) ([]briefing.Advice, error) {
	text := strings.TrimSpace(q.Task + "\n" + q.Error)
	all, err := s.advisable(ctx, q.Project, condition.Task{Text: text})
	if err != nil {
		return nil, err
	}
	words, nearness := lexis.Analyze(text), make(map[string]int, len(all))
	for _, a := range all {
		nearness[a.Pattern.Key] = near(a, words, q.Error != "")
	}
	if kind := kindOf(similar); kind.Type != "" || len(kind.Domain) > 0 {
		kind.Text = text
		others, err := s.advisable(ctx, q.Project, kind)
		if err != nil {
			return nil, err
		}
		for _, a := range others {
			if _, known := nearness[a.Pattern.Key]; !known {
				a.Fit.Met = nil // by the task itself
				nearness[a.Pattern.Key] = max(1, near(a, words, q.Error != ""))
				all = append(all, a)
			}
		}
	}
	slices.SortFunc(all, func(a, b Applicable) int {
		return cmp.Or(
			cmp.Compare(nearness[b.Pattern.Key], nearness[a.Pattern.Key]),
			cmp.Compare(b.Pattern.Status, a.Pattern.Status), // VALIDATED before CANDIDATE
			cmp.Compare(b.Score, a.Score), strings.Compare(a.Pattern.Key, b.Pattern.Key),
		)
	})
	out := make([]briefing.Advice, min(limit, len(all)))
	for i, a := range all[:len(out)] {
		told, err := s.catalog.ExplainWithin(a.Pattern, min(most, catalog.ExplainBudget-1))
		if err != nil {
			return nil, err
		}
		out[i] = briefing.Advice{
			Pattern: a.Pattern.Key, Score: a.Score, Unproven: a.Pattern.Status != patterns.StatusValidated, Text: told.Text, Shortened: told.Cut,
		}
	}
	return out, nil
}

// advisable returns the patterns that apply to what is known of a task and say something of it.
func (s *Service) advisable(ctx context.Context, project string, known condition.Task) ([]Applicable, error) {
	var all []Applicable
	for _, status := range []patterns.Status{patterns.StatusValidated, patterns.StatusCandidate} {
		found, err := s.fitting(ctx, Query{Project: project, Task: known, Statuses: []patterns.Status{status}})
		if err != nil {
			return nil, err
		}
		all = append(all, found.Found...)
	}
	return slices.DeleteFunc(all, func(a Applicable) bool { return !tellable(a) }), nil
}

// kindOf returns the type and the domain that more than half of the similar episodes have.
func kindOf(similar []recall.Hit) (kind condition.Task) {
	types, domains := map[string]int{}, map[string]int{}
	for _, h := range similar {
		types[h.Stored.Episode.TaskType]++
		domains[h.Stored.Episode.Domain]++
	}
	for name, n := range types {
		if 2*n > len(similar) {
			kind.Type = name
		}
	}
	for name, n := range domains {
		if 2*n > len(similar) && name != "" {
			kind.Domain = []string{name}
		}
	}
	return kind
}

// tellable reports whether a pattern says something of a task of which only the words are known: what
// it asks for is not fulfilled by silence, and an unproven one has trials that support it.
func tellable(a Applicable) bool {
	return (a.Fit.Answers() || len(a.Fit.Met) == 0) && (a.Pattern.Status == patterns.StatusValidated || promising(a.Pattern))
}

// promising reports whether an unproven pattern has enough trials that support it.
func promising(p patterns.Pattern) bool {
	k, _ := bornOut(p)
	n := p.Counts.Trials()
	return n >= tellingTrials && float64(k) >= tellingShare*float64(n)
}

// near grades how closely a pattern is related to a task of these words.
func near(a Applicable, words []string, failed bool) int {
	grade := 0
	switch {
	case a.Fit.Answers():
		grade = 2
	case slices.ContainsFunc(patternTerms(a.Pattern), func(w string) bool { return slices.Contains(words, w) }):
		grade = 1
	}
	if failed && a.Pattern.Category == patterns.CategoryRecovery {
		grade += 3
	}
	return grade
}

// patternTerms returns the analyzed words of what a pattern says and matches.
func patternTerms(p patterns.Pattern) []string {
	parts := []string{p.Name, p.Summary, p.Trigger, p.Action}
	for _, m := range p.Matches {
		for _, f := range slices.Concat(m.Trigger, m.Then) {
			parts = append(parts, f.Variable, f.State)
		}
	}
	return lexis.Analyze(strings.Join(parts, "\n"))
}
