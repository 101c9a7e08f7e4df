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

// MaxMerged is the most factors that one call merges, and the most occurrences or members that
// one splits off.
const MaxMerged = 100

// maxRules is the most merges, and the most splits, of a project.
const maxRules = 10_000

// MergeRequest asks to take factors for another one from now on.
type MergeRequest struct {
	Project string
	// From and Into are keys of factors.
	From []string
	Into string
	Note string
}

// Merge takes factors for another one, in what is recorded and in what will be. It returns
// ErrProjectNotFound, an error that wraps [episodic.ErrNotFound] for an unknown factor, an
// [problem.InvalidError] for a merge of a factor with itself or in a circle, and one that wraps
// [episodic.ErrConflict] for a factor that is merged into another one. What is merged so already
// changes nothing.
func (s *Service) Merge(ctx context.Context, r MergeRequest) error {
	if err := r.validate(); err != nil {
		return err
	}
	now := s.instant()
	err := s.factors.ChangeFactors(ctx, r.Project, false, now, func(tx Tx) error {
		rules, err := tx.Rules()
		if err != nil {
			return err
		}
		known, err := knownFactors(tx, rules, r.names())
		if err != nil {
			return err
		}
		next := rules.Clone()
		if err := merge(&next, r, known, now); err != nil || len(next.Merges) == len(rules.Merges) {
			return err
		}
		return ChangeRules(tx, next.Sorted())
	})
	if err != nil {
		return fmt.Errorf("merge %d factors: %w", len(r.From), err)
	}
	return s.refreshInTime(ctx, r.Project, nil)
}

// merge adds the merges that a request asks for. The factors may be there still though they are
// merged, until their episodes are derived anew.
func merge(r *contribution.Rules, q MergeRequest, known map[string]factor.Factor, now time.Time) error {
	into := known[q.Into].Identity
	end := r.Merged(into)
	held := make(map[factor.Identity]factor.Identity, len(r.Merges))
	for _, m := range r.Merges {
		held[m.From] = m.Into
	}
	for i, key := range q.From {
		from := known[key].Identity
		old, merged := held[from]
		switch {
		case merged && old == into:
			continue
		case merged:
			return fmt.Errorf("%q is merged into %q (%s) already; split it off first: %w", key, old.Key(), old.Label(), episodic.ErrConflict)
		case end == from:
			return problem.AsError([]problem.Problem{problem.Invalid(fmt.Sprintf("from[%d]", i), "%q is what %q (%s) is merged into; merges may not lead round in a circle", key, q.Into, into.Label())})
		}
		r.Merges = append(r.Merges, contribution.Merge{From: from, Into: into, Note: q.Note, At: now})
	}
	if len(r.Merges) > maxRules {
		return problem.AsError([]problem.Problem{problem.Invalid("from", "the project would have %d merges; at most %d are kept", len(r.Merges), maxRules)})
	}
	return r.Circle()
}

// names are the factors that it names, by argument.
func (r MergeRequest) names() []namedFactor {
	out := []namedFactor{{"into", r.Into}}
	for i, key := range r.From {
		out = append(out, namedFactor{fmt.Sprintf("from[%d]", i), key})
	}
	return out
}

func (r MergeRequest) validate() error {
	var problems []problem.Problem
	if len(r.From) == 0 || len(r.From) > MaxMerged {
		problems = append(problems, problem.Invalid("from", "name 1 to %d factors", MaxMerged))
	}
	problems = append(problems, problem.TooLong("note", r.Note, link.MaxNote)...)
	seen := map[string]bool{}
	for i, key := range r.From {
		at := fmt.Sprintf("from[%d]", i)
		switch {
		case key == r.Into:
			problems = append(problems, problem.Invalid(at, "%q is the factor that the others are to be merged into; a factor cannot be merged with itself", key))
		case seen[key]:
			problems = append(problems, problem.Invalid(at, "%q is named twice", key))
		}
		seen[key] = true
	}
	return problem.AsError(problems)
}

// namedFactor is the key of a factor at an argument.
type namedFactor struct{ argument, key string }

// knownFactors are the factors of some keys. For one that was merged away it says into what.
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
				return nil, problem.AsError([]problem.Problem{problem.Invalid(n.argument, "%q was merged into %q (%s); use that, or split it off first", n.key, now.Key(), now.Label())})
			}
		}
		return nil, fmt.Errorf("factor %q in project %q: %w", n.key, tx.Project(), episodic.ErrNotFound)
	}
	return known, nil
}

// SplitRequest asks to take some of a factor for another one: factors that were merged into
// it, or occurrences that say something else.
type SplitRequest struct {
	Project string
	// Factor is the key of the factor.
	Factor string
	// Members are keys of factors that were merged into it; they come apart again.
	Members []string
	// Occurrences are keys of instances of it; they, and all that say the same word for word,
	// are another factor from now on, which Into names.
	Occurrences []string
	Into        factor.Identity
	Note        string
}

// Split takes a factor apart. It returns ErrProjectNotFound, an error that wraps
// [episodic.ErrNotFound] for an unknown factor, and an [problem.InvalidError] for a member or
// an occurrence that is none of it.
func (s *Service) Split(ctx context.Context, r SplitRequest) error {
	if err := r.validate(); err != nil {
		return err
	}
	now := s.instant()
	err := s.factors.ChangeFactors(ctx, r.Project, false, now, func(tx Tx) error {
		rules, err := tx.Rules()
		if err != nil {
			return err
		}
		known, err := knownFactors(tx, rules, []namedFactor{{"factor", r.Factor}})
		if err != nil {
			return err
		}
		next := rules.Clone()
		if err := release(&next, known[r.Factor].Identity, r.Members); err != nil {
			return err
		}
		if err := splitOff(&next, tx, known[r.Factor].Identity, r, now); err != nil {
			return err
		}
		return ChangeRules(tx, next.Sorted())
	})
	if err != nil {
		return fmt.Errorf("split factor %q: %w", r.Factor, err)
	}
	return s.refreshInTime(ctx, r.Project, nil)
}

func (r SplitRequest) validate() error {
	var problems []problem.Problem
	if n := len(r.Members) + len(r.Occurrences); n == 0 || n > MaxMerged {
		problems = append(problems, problem.Invalid("occurrences", "name 1 to %d members or occurrences of the factor", MaxMerged))
	}
	if len(r.Occurrences) > 0 {
		problems = append(problems, r.Into.Problems("into")...)
	}
	problems = append(problems, problem.TooLong("note", r.Note, link.MaxNote)...)
	if len(r.Occurrences) > 0 && r.Into.Key() == r.Factor {
		problems = append(problems, problem.Invalid("into", "%q is the factor itself", r.Into.Label()))
	}
	return problem.AsError(problems)
}

// release takes back the merges of members into a factor.
func release(r *contribution.Rules, factor factor.Identity, members []string) error {
	if len(members) == 0 {
		return nil
	}
	merged := map[string]bool{}
	for _, m := range r.Members(factor) {
		merged[m.From.Key()] = true
	}
	var problems []problem.Problem
	for i, key := range members {
		if !merged[key] {
			problems = append(problems, problem.Invalid(fmt.Sprintf("members[%d]", i), "%q was not merged into %q", key, factor.Label()))
		}
		delete(merged, key)
	}
	r.Merges = slices.DeleteFunc(r.Merges, func(m contribution.Merge) bool { return slices.Contains(members, m.From.Key()) })
	return problem.AsError(problems)
}

// splitOff adds what the occurrences say to the splits.
func splitOff(r *contribution.Rules, tx Tx, factor factor.Identity, q SplitRequest, now time.Time) error {
	if len(q.Occurrences) == 0 {
		return nil
	}
	if r.Merged(q.Into) == factor {
		return problem.AsError([]problem.Problem{problem.Invalid("into", "%q was merged into %q, the factor itself; release that merge first (members: %q)",
			q.Into.Label(), factor.Label(), q.Into.Key())})
	}
	raws, err := rawOccurrences(tx, q.Occurrences)
	if err != nil {
		return err
	}
	factors, err := tx.FactorsOf(q.Occurrences)
	if err != nil {
		return err
	}
	var problems []problem.Problem
	for i, key := range q.Occurrences {
		raw, known := raws[key]
		if !known || factors[key] != factor {
			problems = append(problems, problem.Invalid(fmt.Sprintf("occurrences[%d]", i), "%q is no instance of %q", key, factor.Label()))
			continue
		}
		s := contribution.Split{From: raw.Identity, Text: raw.Text, Into: q.Into, Note: q.Note, At: now}
		r.Splits = slices.DeleteFunc(r.Splits, func(o contribution.Split) bool { return o.From == s.From && o.Text == s.Text })
		r.Splits = append(r.Splits, s)
	}
	if len(r.Splits) > maxRules {
		problems = append(problems, problem.Invalid("occurrences", "the project has %d splits; at most %d are kept", len(r.Splits), maxRules))
	}
	return problem.AsError(problems)
}

// rawOccurrences are what occurrences are by themselves, by key.
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

// SetShown replaces the rule by which weak links of a project are hidden. It returns
// ErrProjectNotFound, and an [problem.InvalidError] for an unknown rule.
func (s *Service) SetShown(ctx context.Context, project string, rule link.ShowRule) error {
	if !slices.Contains(link.ShowRules(), rule) {
		return problem.AsError([]problem.Problem{problem.Invalid("rule", "%q is no rule", rule)})
	}
	now := s.instant()
	err := s.factors.ChangeFactors(ctx, project, false, now, func(tx Tx) error {
		rules, err := tx.Rules()
		if err != nil {
			return err
		}
		next := rules.Clone()
		next.Shown = rule
		return ChangeRules(tx, next)
	})
	if err != nil {
		return fmt.Errorf("set the rule for weak links: %w", err)
	}
	return nil
}
