package derive

import (
	"context"
	"slices"

	"github.com/causeway-memory/causeway/causal/contribution"
)

// RetryMerge repeats a [Service.Merge] that may have succeeded.
func (s *Service) RetryMerge(ctx context.Context, r MergeRequest) error {
	rules, err := s.layer.Rules(ctx, r.Project)
	if err != nil {
		return err
	}
	for _, key := range r.From {
		if !slices.ContainsFunc(rules.Merges, func(m contribution.Merge) bool { return m.From.Key() == key && m.Into.Key() == r.Into }) {
			return s.Merge(ctx, r)
		}
	}
	return s.settle(ctx, r.Project)
}

// RetrySplit repeats a [Service.Split] that may have succeeded: then its members are no longer
// merged, and its occurrences belong to the other factor, or will after derivation.
func (s *Service) RetrySplit(ctx context.Context, r SplitRequest) error {
	rules, err := s.layer.Rules(ctx, r.Project)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(rules.Merges, func(m contribution.Merge) bool { return slices.Contains(r.Members, m.From.Key()) }) {
		return s.Split(ctx, r)
	}
	now, err := s.layer.FactorsOf(ctx, r.Project, r.Occurrences)
	if err != nil {
		return err
	}
	r.Members = nil
	r.Occurrences = slices.DeleteFunc(slices.Clone(r.Occurrences), func(key string) bool { return now[key] == r.Into })
	if len(r.Occurrences) > 0 {
		return s.Split(ctx, r)
	}
	return s.settle(ctx, r.Project)
}

// Parts returns the keys of the factors that the request splits off.
func (r SplitRequest) Parts() []string {
	if len(r.Occurrences) == 0 {
		return r.Members
	}
	return append(slices.Clone(r.Members), r.Into.Key())
}
