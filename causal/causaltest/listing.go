package causaltest

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/memory"
)

// Listing is a factor store that only lists its contents.
type Listing struct {
	derive.Store

	State     layer.Derivation
	Rules     contribution.Rules
	Variables []factor.Variable
	Factors   []factor.Factor
	Links     []link.FactorLink
	Found     []link.RuleTotal
	// Fails is the error of every read.
	Fails error
}

// Service returns the services on the store.
func (s *Listing) Service() *memory.Causes {
	slices.SortFunc(s.Factors, func(a, b factor.Factor) int { return strings.Compare(a.Key(), b.Key()) })
	slices.SortFunc(s.Links, func(a, b link.FactorLink) int { return strings.Compare(a.Key, b.Key) })
	return memory.NewCauses(memory.CauseParts{Factors: s, Occurrences: knownProject{}}, time.Now)
}

// GetDerivation implements [layer.RuleReader].
func (s *Listing) GetDerivation(context.Context, string) (layer.Derivation, error) {
	return s.State, s.Fails
}

// GetRules implements [layer.RuleReader].
func (s *Listing) GetRules(context.Context, string) (contribution.Rules, error) {
	return s.Rules, s.Fails
}

// CountRules implements [layer.EvidenceReader].
func (s *Listing) CountRules(context.Context, string) ([]link.RuleTotal, error) {
	return s.Found, s.Fails
}

// ListVariables implements [layer.FactorReader].
func (s *Listing) ListVariables(context.Context, string, []string) ([]factor.Variable, error) {
	return s.Variables, s.Fails
}

// ListFactors implements [layer.FactorReader].
func (s *Listing) ListFactors(_ context.Context, q layer.FactorQuery) ([]factor.Factor, error) {
	return page(s.Factors, q.Page, factor.Factor.Key), s.Fails
}

// ListFactorLinks implements [layer.LinkReader].
func (s *Listing) ListFactorLinks(_ context.Context, q layer.FactorLinkQuery) ([]link.FactorLink, error) {
	return page(s.Links, q.Page, func(l link.FactorLink) string { return l.Key }), s.Fails
}

func page[T any](all []T, p episodic.Page, key func(T) string) []T {
	from := 0
	for from < len(all) && key(all[from]) <= p.After {
		from++
	}
	return all[from:min(from+p.Limit, len(all))]
}

// Event returns the factor of an event with a number of successful episodes.
func Event(label string, episodes int) factor.Factor {
	return factor.Factor{
		Identity: Identity(label, factor.StateOccurred), Outcomes: factor.OutcomeCounts{Success: episodes},
		Kinds: factor.KindCounts{Event: episodes},
	}
}

// StatesOf implements [layer.StateReader].
func (s *Listing) StatesOf(_ context.Context, _ string, variables []string) ([]factor.Factor, error) {
	var out []factor.Factor
	for _, f := range s.Factors {
		if slices.Contains(variables, f.Variable) {
			out = append(out, f)
		}
	}
	return out, s.Fails
}
