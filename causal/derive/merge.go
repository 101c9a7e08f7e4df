package derive

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
)

// MaxMerged is the maximum number of factors in one merge, and of occurrences or members in one
// split.
const MaxMerged = 100

// maxRules is the maximum number of merges, and of splits, of a project.
const maxRules = 10_000

// MergeRequest asks to merge factors into another one.
type MergeRequest struct {
	Project string
	// From and Into are keys of factors.
	From []string
	Into string
	Note string
}

// Merge merges factors into another one, for past and future episodes. It returns
// ErrProjectNotFound, an error that wraps [episodic.ErrNotFound] for an unknown factor, a
// [problem.InvalidError] for a merge of a factor with itself or in a cycle, and an error that wraps
// [episodic.ErrConflict] for a factor that is merged into a different one. A repeated merge changes
// nothing.
func (s *Service) Merge(ctx context.Context, r MergeRequest) error {
	if err := r.validate(); err != nil {
		return err
	}
	now := s.instant()
	err := s.editRules(ctx, r.Project, now, func(tx Tx, rules *contribution.Rules) (bool, error) {
		known, err := knownFactors(tx, *rules, r.names())
		if err != nil {
			return false, err
		}
		before := len(rules.Merges)
		err = merge(rules, r, known, now)
		return len(rules.Merges) > before, err
	})
	if err != nil {
		return fmt.Errorf("merge %d factors: %w", len(r.From), err)
	}
	return s.settle(ctx, r.Project)
}

// merge adds the requested merges to the rules. A merged factor may still be in the layer until its
// episodes are derived again.
func merge(r *contribution.Rules, q MergeRequest, known map[string]factor.Factor, now time.Time) error {
	into := known[q.Into].Identity
	end := r.Merged(into)
	existing := make(map[factor.Identity]factor.Identity, len(r.Merges))
	for _, m := range r.Merges {
		existing[m.From] = m.Into
	}
	for i, key := range q.From {
		from := known[key].Identity
		old, merged := existing[from]
		switch {
		case merged && old == into:
			continue
		case merged:
			return fmt.Errorf("%q is merged into %q (%s) already; split it off first: %w", key, old.Key(), old.Label(), episodic.ErrConflict)
		case end == from:
			return problem.Refuse(fmt.Sprintf("from[%d]", i), "%q is what %q (%s) is merged into; merges may not form a cycle", key, q.Into, into.Label())
		}
		r.Merges = append(r.Merges, contribution.Merge{From: from, Into: into, Note: q.Note, At: now})
	}
	if len(r.Merges) > maxRules {
		return problem.Refuse("from", "the project would have %d merges; at most %d are kept", len(r.Merges), maxRules)
	}
	return r.Circle()
}

// names returns the factors that the request names, by argument.
func (r MergeRequest) names() []namedFactor {
	out := []namedFactor{{"into", r.Into}}
	for i, key := range r.From {
		out = append(out, namedFactor{fmt.Sprintf("from[%d]", i), key})
	}
	return out
}

func (r MergeRequest) validate() error {
	var c problem.Checker
	if len(r.From) == 0 || len(r.From) > MaxMerged {
		c.Invalid("from", "name 1 to %d factors", MaxMerged)
	}
	c.TooLong("note", r.Note, link.MaxNote)
	seen := map[string]bool{}
	for i, key := range r.From {
		at := fmt.Sprintf("from[%d]", i)
		switch {
		case key == r.Into:
			c.Invalid(at, "%q is the factor that the others are to be merged into; a factor cannot be merged with itself", key)
		case seen[key]:
			c.Invalid(at, "%q is named twice", key)
		}
		seen[key] = true
	}
	return c.Err()
}

// namedFactor is the key of a factor and the argument that names it.
type namedFactor struct{ argument, key string }

// knownFactors returns the factors with the given keys. For a merged factor the error names its target.
func knownFactors(tx Tx, rules contribution.Rules, names []namedFactor) (map[string]factor.Factor, error) {
	keys := make([]string, len(names))
	for i, n := range names {
		keys[i] = n.key
	}
	known, err := tx.Factors(text.Sorted(keys))
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		if _, found := known[n.key]; found {
			continue
		}
		for _, m := range rules.Merges {
			if m.From.Key() == n.key {
				now := rules.Merged(m.From)
				return nil, problem.Refuse(n.argument, "%q was merged into %q (%s); use that, or split it off first", n.key, now.Key(), now.Label())
			}
		}
		return nil, fmt.Errorf("factor %q in project %q: %w", n.key, tx.Project(), episodic.ErrNotFound)
	}
	return known, nil
}

// SplitRequest asks to split something off a factor: factors that were merged into it, or
// occurrences that mean something else.
type SplitRequest struct {
	Project string
	// Factor is the key of the factor.
	Factor string
	// Members are keys of factors that were merged into it; their merges are undone.
	Members []string
	// Occurrences are keys of its occurrences; they and all others with exactly the same text become
	// occurrences of the factor Into.
	Occurrences []string
	Into        factor.Identity
	Note        string
}

// Split takes a factor apart. It returns ErrProjectNotFound, an error that wraps
// [episodic.ErrNotFound] for an unknown factor, and a [problem.InvalidError] for a member or an
// occurrence that does not belong to it.
func (s *Service) Split(ctx context.Context, r SplitRequest) error {
	if err := r.validate(); err != nil {
		return err
	}
	now := s.instant()
	err := s.editRules(ctx, r.Project, now, func(tx Tx, rules *contribution.Rules) (bool, error) {
		known, err := knownFactors(tx, *rules, []namedFactor{{"factor", r.Factor}})
		if err != nil {
			return false, err
		}
		if err := release(rules, known[r.Factor].Identity, r.Members); err != nil {
			return false, err
		}
		return true, splitOff(rules, tx, known[r.Factor].Identity, r, now)
	})
	if err != nil {
		return fmt.Errorf("split factor %q: %w", r.Factor, err)
	}
	return s.settle(ctx, r.Project)
}

func (r SplitRequest) validate() error {
	var c problem.Checker
	if n := len(r.Members) + len(r.Occurrences); n == 0 || n > MaxMerged {
		c.Invalid("occurrences", "name 1 to %d members or occurrences of the factor", MaxMerged)
	}
	if len(r.Occurrences) > 0 {
		c.Add(r.Into.Problems("into")...)
	}
	c.TooLong("note", r.Note, link.MaxNote)
	if len(r.Occurrences) > 0 && r.Into.Key() == r.Factor {
		c.Invalid("into", "%q is the factor itself", r.Into.Label())
	}
	return c.Err()
}

// release undoes the merges of members into a factor. No rule makes them again.
func release(r *contribution.Rules, factor factor.Identity, members []string) error {
	if len(members) == 0 {
		return nil
	}
	merged := map[string]bool{}
	for _, m := range r.Members(factor) {
		merged[m.From.Key()] = true
	}
	var c problem.Checker
	for i, key := range members {
		if !merged[key] {
			c.Invalid(fmt.Sprintf("members[%d]", i), "%q was not merged into %q", key, factor.Label())
		}
		delete(merged, key)
	}
	r.Merges = slices.DeleteFunc(r.Merges, func(m contribution.Merge) bool {
		off := slices.Contains(members, m.From.Key())
		if off && m.Rule != "" {
			r.Apart = append(r.Apart, m)
		}
		return off
	})
	return c.Err()
}

// splitOff adds splits for the texts of the occurrences.
func splitOff(r *contribution.Rules, tx Tx, factor factor.Identity, q SplitRequest, now time.Time) error {
	if len(q.Occurrences) == 0 {
		return nil
	}
	if r.Merged(q.Into) == factor {
		return problem.Refuse("into", "%q was merged into %q, the factor itself; release that merge first (members: %q)",
			q.Into.Label(), factor.Label(), q.Into.Key())
	}
	raws, err := rawOccurrences(tx, q.Occurrences)
	if err != nil {
		return err
	}
	factors, err := tx.FactorsOf(q.Occurrences)
	if err != nil {
		return err
	}
	var c problem.Checker
	for i, key := range q.Occurrences {
		raw, known := raws[key]
		if !known || factors[key] != factor {
			c.Invalid(fmt.Sprintf("occurrences[%d]", i), "%q is not an occurrence of %q", key, factor.Label())
			continue
		}
		s := contribution.Split{From: raw.Identity, Text: raw.Text, Into: q.Into, Note: q.Note, At: now}
		r.Splits = slices.DeleteFunc(r.Splits, func(o contribution.Split) bool { return o.From == s.From && o.Text == s.Text })
		r.Splits = append(r.Splits, s)
	}
	if len(r.Splits) > maxRules {
		c.Invalid("occurrences", "the project has %d splits; at most %d are kept", len(r.Splits), maxRules)
	}
	return c.Err()
}

// rawOccurrences returns the raw factors and texts of occurrences, by key.
func rawOccurrences(tx Tx, keys []string) (map[string]contribution.Raw, error) {
	var ids []string
	for _, key := range keys {
		if id, _, ok := episodic.SplitKey(key); ok {
			ids = append(ids, id)
		}
	}
	episodes, err := tx.Contents(text.Sorted(ids))
	if err != nil {
		return nil, err
	}
	out := map[string]contribution.Raw{}
	for _, e := range episodes {
		maps.Copy(out, contribution.Raws(e))
	}
	return out, nil
}

// SetNullRate replaces what validations compare the rates of patterns with. It returns
// ErrProjectNotFound, and a [problem.InvalidError] for an unknown null rate.
func (s *Service) SetNullRate(ctx context.Context, project string, rate contribution.NullRate) error {
	if !slices.Contains(contribution.NullRates(), rate) {
		return problem.Refuse("nullRate", "%q is not a null rate", rate)
	}
	err := s.editRules(ctx, project, s.instant(), func(_ Tx, rules *contribution.Rules) (bool, error) {
		rules.NullRate = rate
		return true, nil
	})
	if err != nil {
		return fmt.Errorf("set the null rate: %w", err)
	}
	return nil
}

// SetShown replaces the rule that hides weak links of a project. It returns ErrProjectNotFound, and
// a [problem.InvalidError] for an unknown rule.
func (s *Service) SetShown(ctx context.Context, project string, rule link.ShowRule) error {
	if !slices.Contains(link.ShowRules(), rule) {
		return problem.Refuse("rule", "%q is not a rule", rule)
	}
	err := s.editRules(ctx, project, s.instant(), func(_ Tx, rules *contribution.Rules) (bool, error) {
		rules.Shown = rule
		return true, nil
	})
	if err != nil {
		return fmt.Errorf("set the rule for weak links: %w", err)
	}
	return nil
}
