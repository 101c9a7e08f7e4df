package bootstrap

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

// The limits of an answer (seed 003).
const (
	// LeastBudget and MostBudget bound its tokens; DefaultBudget is the default.
	LeastBudget   = 200
	DefaultBudget = 1_000
	MostBudget    = 8_000
	// mostFailures of the last recentDays are told, and as many episodes without an outcome.
	mostFailures, recentDays = 3, 7
	// mostPatterns are told of those with a rate above holds, and of those that fail.
	mostPatterns, holds = 5, .7
	// A pattern fails at a rate of at most fails over at least leastTrials episodes.
	fails, leastTrials = .3, 2
)

// Episodes lists episodes.
type Episodes interface {
	// ListEpisodes returns a page, latest first.
	ListEpisodes(ctx context.Context, q episodic.EpisodeQuery) ([]episodic.Stored, error)
}

// Service answers at the start of a session. It is safe for concurrent use.
type Service struct {
	episodes Episodes
	catalog  *catalog.Service
	tokens   explain.Tokens
	now      func() time.Time
}

// New returns a Service over its parts.
func New(episodes Episodes, kept *catalog.Service, tokens explain.Tokens, now func() time.Time) *Service {
	return &Service{episodes: episodes, catalog: kept, tokens: tokens, now: now}
}

// Bootstrap is what to know at the start of a session.
type Bootstrap struct {
	// Failures are the latest failures of the last 7 days, OpenEnds the latest episodes of these days
	// whose outcome is unknown.
	Failures, OpenEnds []episodic.Stored
	// Patterns have a success rate above .7: the validated ones first, then those counted, then those
	// only claimed. AntiPatterns failed in the share of episodes that makes one, lowest rate first.
	Patterns, AntiPatterns []patterns.Pattern
	// Text tells all of it, in at most Budget tokens; Cut says that it does not.
	Text           string
	Tokens, Budget int
	Cut            bool
}

// Bootstrap returns what to know of a project, in less than budget tokens. It returns a
// [problem.InvalidError] for a bad budget, and ErrProjectNotFound.
func (s *Service) Bootstrap(ctx context.Context, project string, budget int) (Bootstrap, error) {
	if budget < LeastBudget || budget > MostBudget {
		return Bootstrap{}, problem.Refuse("budget", "%d is not from %d to %d tokens", budget, LeastBudget, MostBudget)
	}
	b := Bootstrap{Budget: budget}
	var err error
	if b.Failures, err = s.recent(ctx, project, episodic.OutcomeFailure); err != nil {
		return Bootstrap{}, err
	}
	if b.OpenEnds, err = s.recent(ctx, project, episodic.OutcomeUnknown); err != nil {
		return Bootstrap{}, err
	}
	if b.Patterns, err = s.holding(ctx, project); err != nil {
		return Bootstrap{}, err
	}
	if b.AntiPatterns, err = s.failing(ctx, project); err != nil {
		return Bootstrap{}, err
	}
	told, err := explain.Fit(s.tokens, budget, b.first(), b.lines())
	b.Text, b.Tokens, b.Cut = told.Text, told.Tokens, told.Cut
	return b, err
}

// recent returns the latest episodes of the last days with an outcome.
func (s *Service) recent(ctx context.Context, project string, outcome episodic.Outcome) ([]episodic.Stored, error) {
	found, err := s.episodes.ListEpisodes(ctx, episodic.EpisodeQuery{
		Project: project, Page: episodic.Page{Limit: mostFailures},
		Filter: episodic.EpisodeFilter{Outcomes: []episodic.Outcome{outcome}, Since: s.now().AddDate(0, 0, -recentDays).UTC()},
	})
	if err != nil {
		return nil, fmt.Errorf("list the latest episodes of %s: %w", project, err)
	}
	return found, nil
}

// holding returns the patterns that work: at most mostPatterns.
func (s *Service) holding(ctx context.Context, project string) ([]patterns.Pattern, error) {
	var out []patterns.Pattern
	for _, q := range []patterns.Query{
		{Order: patterns.OrderWilson, Filter: patterns.Filter{Statuses: []patterns.Status{patterns.StatusValidated}}},
		{Order: patterns.OrderWilson, Filter: patterns.Filter{Statuses: unproven(), MinTrials: 1}},
		{Order: patterns.OrderUpdated, Filter: patterns.Filter{Statuses: unproven()}},
	} {
		q.Project, q.Filter.AntiPattern = project, new(false)
		claims := q.Filter.MinTrials == 0 && q.Order == patterns.OrderUpdated
		err := s.each(ctx, q, func(p patterns.Pattern) (more bool) {
			if rate := rateOf(p, claims); rate != nil && *rate > holds && !slices.ContainsFunc(out, func(o patterns.Pattern) bool { return o.Key == p.Key }) {
				out = append(out, p)
			}
			return len(out) < mostPatterns
		})
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}

func unproven() []patterns.Status {
	return []patterns.Status{patterns.StatusCandidate, patterns.StatusUnderReview}
}

// rateOf is the counted rate of a pattern, or the claimed one of a pattern without a trial.
func rateOf(p patterns.Pattern, claims bool) *float64 {
	rate := p.Counts.Rate()
	if claims && rate == nil && p.Claim != nil {
		return p.Claim.Rate
	}
	return rate
}

// failing returns the patterns that fail: at most mostPatterns, lowest rate first.
func (s *Service) failing(ctx context.Context, project string) ([]patterns.Pattern, error) {
	var out []patterns.Pattern
	q := patterns.Query{Project: project, Order: patterns.OrderRateAscending, Filter: patterns.Filter{
		Statuses: append(unproven(), patterns.StatusValidated), MaxRate: new(fails), MinTrials: leastTrials,
	}}
	err := s.each(ctx, q, func(p patterns.Pattern) bool {
		out = append(out, p)
		return len(out) < mostPatterns
	})
	return out, err
}

// pageSize is how many patterns are read at once, mostLooked how many of one list are looked at.
const pageSize, mostLooked = 100, 2_000

// each calls visit with the patterns of a list until it wants no more.
func (s *Service) each(ctx context.Context, q patterns.Query, visit func(patterns.Pattern) (more bool)) error {
	q.Page.Limit = pageSize
	for looked := 0; looked < mostLooked; looked += pageSize {
		found, err := s.catalog.Patterns(ctx, q)
		if err != nil {
			return err
		}
		for _, p := range found {
			if !visit(p) {
				return nil
			}
		}
		if len(found) < pageSize {
			return nil
		}
		q.Page.After = q.Order.Cursor(found[len(found)-1])
	}
	return nil
}
