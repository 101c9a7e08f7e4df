package decision

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/internal/text"
)

const (
	// maxChoices is the maximum number of variables whose options are counted, those that most of the
	// decisions decide.
	maxChoices = 20
	// maxOptions is the maximum number of options of a choice, those taken most often.
	maxOptions = 8
	// recurs is the number of episodes in which some option of a choice has to be taken.
	recurs = 2
)

// CountOptions implements [briefing.OptionCounter]: it counts the options of the variables that the
// decisions decide over all episodes, by the outcome of the episode.
func (s *Service) CountOptions(ctx context.Context, project string, decisions []string, limit int) ([]briefing.Choice, error) {
	decided, err := s.factors.FactorsOf(ctx, project, decisions)
	if err != nil {
		return nil, fmt.Errorf("find the factors of %d decisions: %w", len(decisions), err)
	}
	times := map[string]int{}
	for _, i := range decided {
		times[i.Variable]++
	}
	variables := mostDecided(times)
	options, err := s.factors.StatesOf(ctx, project, variables)
	if err != nil {
		return nil, fmt.Errorf("read the options of %d decisions: %w", len(variables), err)
	}
	options = slices.DeleteFunc(options, func(f factor.Factor) bool { return f.Kind() != factor.KindDecision })
	counts, err := s.outcomesOf(ctx, project, options)
	if err != nil {
		return nil, err
	}
	out := choices(options, counts)
	slices.SortStableFunc(out, func(a, b briefing.Choice) int {
		return cmp.Or(cmp.Compare(times[b.Variable], times[a.Variable]), cmp.Compare(episodesOf(b), episodesOf(a)), cmp.Compare(a.Variable, b.Variable))
	})
	return out[:min(limit, len(out))], nil
}

// mostDecided returns the variables that are decided most often.
func mostDecided(times map[string]int) []string {
	var names []string
	for name := range times {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(times[b], times[a]), cmp.Compare(a, b)) })
	return text.Sorted(names[:min(maxChoices, len(names))])
}

// outcomesOf counts the episodes of each option by their outcome.
func (s *Service) outcomesOf(ctx context.Context, project string, options []factor.Factor) ([]briefing.OptionCount, error) {
	outcomes := []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomePartial, episodic.OutcomeFailure}
	pairs := make([]link.Pair, 0, len(outcomes)*len(options))
	for _, f := range options {
		for _, o := range outcomes {
			pairs = append(pairs, link.Pair{Source: f.Identity, Target: factor.Identity{Variable: factor.VariableOutcome, State: string(o)}})
		}
	}
	if len(pairs) == 0 {
		return nil, nil
	}
	counted, err := s.factors.CountPairs(ctx, project, pairs, time.Time{})
	if err != nil {
		return nil, fmt.Errorf("count how %d options ended: %w", len(options), err)
	}
	out := make([]briefing.OptionCount, len(options))
	for i, f := range options {
		of := counted[i*len(outcomes):]
		out[i] = briefing.OptionCount{Factor: f.Key(), State: f.State, Successes: of[0].N11, Partial: of[1].N11, Failures: of[2].N11}
	}
	return out, nil
}

// choices groups the options of known outcome by their variables, and leaves out choices that do not recur.
func choices(options []factor.Factor, counts []briefing.OptionCount) []briefing.Choice {
	of := map[string]*briefing.Choice{}
	var names []string
	for i, f := range options {
		if counts[i].Episodes() == 0 {
			continue
		}
		c := of[f.Variable]
		if c == nil {
			c = &briefing.Choice{Variable: f.Variable}
			of[f.Variable], names = c, append(names, f.Variable)
		}
		c.Options = append(c.Options, counts[i])
	}
	var out []briefing.Choice
	for _, name := range names {
		c := of[name]
		slices.SortFunc(c.Options, func(a, b briefing.OptionCount) int {
			return cmp.Or(cmp.Compare(b.Episodes(), a.Episodes()), cmp.Compare(a.State, b.State))
		})
		if c.Options[0].Episodes() >= recurs {
			c.Options = c.Options[:min(maxOptions, len(c.Options))]
			out = append(out, *c)
		}
	}
	return out
}

func episodesOf(c briefing.Choice) int {
	n := 0
	for _, o := range c.Options {
		n += o.Episodes()
	}
	return n
}
