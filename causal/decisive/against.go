package decisive

import (
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/condition"
	"github.com/causeway-memory/causeway/patterns/match"
	"github.com/causeway-memory/causeway/patterns/statistics"
)

// Patterns reads what a project keeps doing, and the rules by which it is recognized.
type Patterns interface {
	// ListPatterns returns a page.
	ListPatterns(ctx context.Context, q patterns.Query) ([]patterns.Pattern, error)
	// ListPatternEvidence returns a page ordered by episode id.
	ListPatternEvidence(ctx context.Context, q patterns.EvidenceQuery) ([]patterns.Evidence, error)
	// GetRules returns the rules about factors.
	GetRules(ctx context.Context, project string) (contribution.Rules, error)
}

// mostBorneOut is how many runs that bear a pattern out are named.
const mostBorneOut = 10

// Contradiction is a step that goes against a validated pattern: it does what the pattern says to avoid, or otherwise than the
// pattern says where its trigger holds.
type Contradiction struct {
	// ID is the short id of the occurrence.
	ID      string
	Pattern patterns.Pattern
	// K of the N other runs that are trials of the pattern bear it out.
	K, N int
	// Difference is how much more often these ended as the pattern says than the runs that it was validated against.
	Difference float64
	// Episodes are the ids of some that bear it out.
	Episodes []string
}

// contradictionsOf returns the steps of a run that go against validated patterns, without the runs that bear these out. A pattern that without
// this run ends no better than what it was validated against is left out, and so is one that asks for another kind of task, or is about
// what the run left undone. It is a pure function.
func contradictionsOf(e episodic.Episode, rules contribution.Rules, validated []patterns.Pattern) []Contradiction {
	given := contribution.Contribute(e, rules, nil)
	reading := match.NewFactorResolver(rules).Read(patterns.Observed{
		Episode: e.ID, Seen: given.Seen, Outcome: given.Outcome, Errors: given.Errors, Observations: given.Observations,
	})
	situation := condition.Task{Text: e.Task, Type: e.TaskType, Domain: domainOf(e)}.Situation(condition.TaskContext(e.Context))
	var out []Contradiction
	for _, p := range validated {
		if _, applies := p.Applicability.Fit(situation); !applies || p.Last == nil || p.Last.NullRate == nil {
			continue
		}
		c := Contradiction{Pattern: p, ID: against(e, given, reading, p)}
		if c.ID != "" && c.compare(match.Evidence(p, reading, nil)) {
			out = append(out, c)
		}
	}
	return out
}

func domainOf(e episodic.Episode) []string {
	if e.Domain == "" {
		return nil
	}
	return []string{e.Domain}
}

// against returns the step of a run that goes against a pattern; empty if none does.
func against(e episodic.Episode, given contribution.Contribution, reading *match.Reading, p patterns.Pattern) string {
	wanted := match.ResultCompared
	if p.AntiPattern {
		wanted = match.ResultTrial
	}
	if reading.JudgeAny(p.Matches) != wanted {
		return ""
	}
	for _, m := range p.Matches {
		action := reading.Resolver.Now(m.Action())
		if reading.Judge(m) != wanted {
			continue
		}
		for _, t := range turnsOf(e) {
			told := given.Instances[episodic.OccurrenceKey(e.ID, t.id)]
			if p.AntiPattern && told == action || !p.AntiPattern && told.Variable == action.Variable && told != action {
				return t.id
			}
			if p.AntiPattern && slices.Contains(t.factors, action.Label()) {
				return t.id
			}
		}
	}
	return ""
}

// compare counts the other runs of the pattern, and reports whether they are better than what it was validated against. Own is the run as one of its
// trials; nil if it is none.
func (c *Contradiction) compare(own *patterns.Evidence) bool {
	counts, against := c.Pattern.Counts, *c.Pattern.Last.NullRate
	if own != nil {
		counts.Add(*own, -1)
	}
	if c.K, c.N = counts.Successes, counts.Trials(); c.Pattern.AntiPattern {
		c.K, against = counts.Failures, 1-against
	}
	c.Difference = rate(c.K, c.N) - against
	return c.N > 0 && c.Difference > 0
}

// cue is the contradiction as a reason. A pattern was tested, with an adjustment for all that were tested with it, so its difference counts in
// full, as that of kinds of step does.
func (c Contradiction) cue() cue {
	said, ended := "says otherwise", "succeeded"
	if c.Pattern.AntiPattern {
		said, ended = "says to avoid this", "failed"
	}
	low, high := statistics.Wilson(c.K, c.N)
	out := cue{weight: weightFailsOften * c.Difference, kind: ReasonAgainstPattern, runs: c.Episodes, pattern: c.Pattern.Key}
	out.text = fmt.Sprintf("the validated pattern %q (%s) %s: of its %d other runs %d %s (95 %%: %.0f to %.0f %%), against %.0f %% of those it was compared with",
		text.Shorten(c.Pattern.Name, 80), c.Pattern.Key, said, c.N, c.K, ended, 100*low, 100*high, 100*(rate(c.K, c.N)-c.Difference))
	return out
}

// contradictions reads the validated patterns of a project that a run goes against: of those that say to avoid something the 100 that fail most often, of the
// others the 100 best proven.
func (s *Service) contradictions(ctx context.Context, project string, e episodic.Episode) ([]Contradiction, error) {
	var validated []patterns.Pattern
	for _, q := range []patterns.Query{{Order: patterns.OrderRateAscending, Filter: patterns.Filter{AntiPattern: new(true)}}, {Order: patterns.OrderWilson, Filter: patterns.Filter{AntiPattern: new(false)}}} {
		q.Project, q.Page.Limit, q.Filter.Statuses = project, episodic.MaxPage, []patterns.Status{patterns.StatusValidated}
		found, err := s.patterns.ListPatterns(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("list the validated patterns of %s: %w", project, err)
		}
		validated = append(validated, found...)
	}
	if len(validated) == 0 {
		return nil, nil
	}
	rules, err := s.patterns.GetRules(ctx, project)
	if err != nil {
		return nil, fmt.Errorf("read the rules of %s: %w", project, err)
	}
	out := contradictionsOf(e, rules, validated)
	for i, c := range out {
		q := patterns.EvidenceQuery{Project: project, Pattern: c.Pattern.Key, Verdicts: []patterns.Verdict{patterns.VerdictSupports}, Counted: true, Page: episodic.Page{Limit: mostBorneOut + 1}}
		if c.Pattern.AntiPattern {
			q.Verdicts = []patterns.Verdict{patterns.VerdictContradicts}
		}
		rows, err := s.patterns.ListPatternEvidence(ctx, q)
		if err != nil {
			return nil, fmt.Errorf("list the evidence of pattern %s: %w", c.Pattern.Key, err)
		}
		for _, row := range rows {
			if row.Episode != e.ID && len(out[i].Episodes) < mostBorneOut {
				out[i].Episodes = append(out[i].Episodes, row.Episode)
			}
		}
	}
	return out, nil
}
