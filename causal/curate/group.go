package curate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
)

// sureSimilarity is the least similarity of words at which labels are grouped by rule. Of 200 labeled
// pairs of real episodes, more than nine of ten above it say the same; a test counts them.
const sureSimilarity = .8

// GroupRule is a rule by which factors are taken for one.
type GroupRule string

// The rules.
const (
	// GroupSameOptions means decisions with the same set of options that are about the same thing.
	GroupSameOptions GroupRule = "same options"
	// GroupSameWords means labels that differ only in case, order, endings or punctuation.
	GroupSameWords GroupRule = "same words"
	// GroupSimilarWords means labels that share most of the weight of their words.
	GroupSimilarWords GroupRule = "similar words"
)

// Group is a set of factors that a rule takes for one.
type Group struct {
	Rule GroupRule
	// Into is what the others are merged into; From is ordered as it was found.
	Into factor.Identity
	From []factor.Factor
	// Reason says what the factors have in common, so that a person can check it.
	Reason string
}

// Merges returns the merges that make one factor of each group.
func Merges(groups []Group) []contribution.Merge {
	var out []contribution.Merge
	for _, g := range groups {
		for _, f := range g.From {
			out = append(out, contribution.Merge{From: f.Identity, Into: g.Into, Rule: string(g.Rule), Note: g.Reason})
		}
	}
	return out
}

// Groups finds the factors of a project that rules take for one, without changing anything. A factor is
// in one group at most. It returns ErrProjectNotFound.
func (s *Service) Groups(ctx context.Context, project string) ([]Group, error) {
	factors, rules, _, err := s.comparable(ctx, project)
	if err != nil {
		return nil, err
	}
	decided, err := s.decidedVariables(ctx, project, rules)
	if err != nil {
		return nil, err
	}
	groups := groupDecisions(decided, factors)
	taken := map[string]bool{}
	for _, g := range groups {
		taken[g.Into.Key()] = true
		for _, f := range g.From {
			taken[f.Key()] = true
		}
	}
	factors = slices.DeleteFunc(factors, func(f factor.Factor) bool { return taken[f.Key()] })
	words, err := groupWords(ctx, factors, rules)
	return append(groups, words...), err
}

// comparable returns the factors of a project that are compared and the rules; more says that there are
// further factors.
func (s *Service) comparable(ctx context.Context, project string) (factors []factor.Factor, rules contribution.Rules, more bool, err error) {
	if rules, err = s.factors.GetRules(ctx, project); err != nil {
		return nil, rules, false, fmt.Errorf("read the rules of %s: %w", project, err)
	}
	err = s.eachFactor(ctx, project, func(f factor.Factor) {
		if more = len(factors) == maxSuggestFactors; !more {
			factors = append(factors, f)
		}
	})
	return factors, rules, more, err
}

// groupWords groups labels of the same and of similar words.
func groupWords(ctx context.Context, factors []factor.Factor, rules contribution.Rules) ([]Group, error) {
	c := newCandidates(factors, rules)
	c.sameWords()
	same := len(c.found)
	if err := c.similar(ctx, sureSimilarity); err != nil {
		return nil, err
	}
	var out []Group
	for i, m := range c.found {
		g := Group{Rule: GroupSameWords, Into: m.Into.Identity, Reason: m.Reason}
		if i >= same {
			g.Rule = GroupSimilarWords
		}
		for _, f := range m.From {
			if isError(f.Identity) == isError(g.Into) {
				g.From = append(g.From, f)
			}
		}
		if len(g.From) > 0 {
			out = append(out, g)
		}
	}
	return out, nil
}

// isError reports whether a factor is named after an event of the type error: what was reported as an
// error is not taken for something else of the same words.
func isError(i factor.Identity) bool {
	return strings.HasPrefix(i.Variable, string(episodic.EventError)+": ")
}
