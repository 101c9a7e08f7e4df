package causal

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
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
// [episodic.InvalidError] for a merge of a factor with itself or in a circle, and one that wraps
// [episodic.ErrConflict] for a factor that is merged into another one. What is merged so already
// changes nothing.
func (s *Service) Merge(ctx context.Context, r MergeRequest) error {
	if err := r.validate(); err != nil {
		return err
	}
	now := s.instant()
	err := s.factors.ChangeFactors(ctx, r.Project, false, now, func(tx DerivationTx) error {
		rules, err := tx.Rules()
		if err != nil {
			return err
		}
		known, err := knownFactors(tx, rules, r.names())
		if err != nil {
			return err
		}
		next := rules.clone()
		if err := next.merge(r, known, now); err != nil || len(next.Merges) == len(rules.Merges) {
			return err
		}
		return ChangeRules(tx, next.sorted())
	})
	if err != nil {
		return fmt.Errorf("merge %d factors: %w", len(r.From), err)
	}
	return s.deriveInTime(ctx, r.Project, nil)
}

// merge adds the merges that a request asks for. The factors may be there still though they are
// merged, until their episodes are derived anew.
func (r *Rules) merge(q MergeRequest, known map[string]Factor, now time.Time) error {
	into := known[q.Into].Identity
	end := r.merged(into)
	held := make(map[Identity]Identity, len(r.Merges))
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
			return failed([]episodic.Problem{invalid(fmt.Sprintf("from[%d]", i), "%q is what %q (%s) is merged into; merges may not lead round in a circle", key, q.Into, into.Label())})
		}
		r.Merges = append(r.Merges, Merge{From: from, Into: into, Note: q.Note, At: now})
	}
	if len(r.Merges) > maxRules {
		return failed([]episodic.Problem{invalid("from", "the project would have %d merges; at most %d are kept", len(r.Merges), maxRules)})
	}
	return r.circle()
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
	var problems []episodic.Problem
	if len(r.From) == 0 || len(r.From) > MaxMerged {
		problems = append(problems, invalid("from", "name 1 to %d factors", MaxMerged))
	}
	problems = append(problems, tooLong("note", r.Note, MaxNote)...)
	seen := map[string]bool{}
	for i, key := range r.From {
		at := fmt.Sprintf("from[%d]", i)
		switch {
		case key == r.Into:
			problems = append(problems, invalid(at, "%q is the factor that the others are to be merged into; a factor cannot be merged with itself", key))
		case seen[key]:
			problems = append(problems, invalid(at, "%q is named twice", key))
		}
		seen[key] = true
	}
	return failed(problems)
}

// namedFactor is the key of a factor at an argument.
type namedFactor struct{ argument, key string }

// knownFactors are the factors of some keys. For one that was merged away it says into what.
func knownFactors(tx DerivationTx, rules Rules, names []namedFactor) (map[string]Factor, error) {
	keys := make([]string, len(names))
	for i, n := range names {
		keys[i] = n.key
	}
	known, err := tx.Factors(sorted(keys))
	if err != nil {
		return nil, err
	}
	for _, n := range names {
		if _, found := known[n.key]; found {
			continue
		}
		for _, m := range rules.Merges {
			if m.From.Key() == n.key {
				now := rules.merged(m.From)
				return nil, failed([]episodic.Problem{invalid(n.argument, "%q was merged into %q (%s); use that, or split it off first", n.key, now.Key(), now.Label())})
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
	Into        Identity
	Note        string
}

// Split takes a factor apart. It returns ErrProjectNotFound, an error that wraps
// [episodic.ErrNotFound] for an unknown factor, and an [episodic.InvalidError] for a member or
// an occurrence that is none of it.
func (s *Service) Split(ctx context.Context, r SplitRequest) error {
	if err := r.validate(); err != nil {
		return err
	}
	now := s.instant()
	err := s.factors.ChangeFactors(ctx, r.Project, false, now, func(tx DerivationTx) error {
		rules, err := tx.Rules()
		if err != nil {
			return err
		}
		known, err := knownFactors(tx, rules, []namedFactor{{"factor", r.Factor}})
		if err != nil {
			return err
		}
		next := rules.clone()
		if err := next.release(known[r.Factor].Identity, r.Members); err != nil {
			return err
		}
		if err := next.splitOff(tx, known[r.Factor].Identity, r, now); err != nil {
			return err
		}
		return ChangeRules(tx, next.sorted())
	})
	if err != nil {
		return fmt.Errorf("split factor %q: %w", r.Factor, err)
	}
	return s.deriveInTime(ctx, r.Project, nil)
}

func (r SplitRequest) validate() error {
	var problems []episodic.Problem
	if n := len(r.Members) + len(r.Occurrences); n == 0 || n > MaxMerged {
		problems = append(problems, invalid("occurrences", "name 1 to %d members or occurrences of the factor", MaxMerged))
	}
	if len(r.Occurrences) > 0 {
		problems = append(problems, r.Into.problems("into")...)
	}
	problems = append(problems, tooLong("note", r.Note, MaxNote)...)
	if len(r.Occurrences) > 0 && r.Into.Key() == r.Factor {
		problems = append(problems, invalid("into", "%q is the factor itself", r.Into.Label()))
	}
	return failed(problems)
}

// release takes back the merges of members into a factor.
func (r *Rules) release(factor Identity, members []string) error {
	if len(members) == 0 {
		return nil
	}
	merged := map[string]bool{}
	for _, m := range r.Members(factor) {
		merged[m.From.Key()] = true
	}
	var problems []episodic.Problem
	for i, key := range members {
		if !merged[key] {
			problems = append(problems, invalid(fmt.Sprintf("members[%d]", i), "%q was not merged into %q", key, factor.Label()))
		}
		delete(merged, key)
	}
	r.Merges = slices.DeleteFunc(r.Merges, func(m Merge) bool { return slices.Contains(members, m.From.Key()) })
	return failed(problems)
}

// splitOff adds what the occurrences say to the splits.
func (r *Rules) splitOff(tx DerivationTx, factor Identity, q SplitRequest, now time.Time) error {
	if len(q.Occurrences) == 0 {
		return nil
	}
	if r.merged(q.Into) == factor {
		return failed([]episodic.Problem{invalid("into", "%q was merged into %q, the factor itself; release that merge first (members: %q)",
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
	var problems []episodic.Problem
	for i, key := range q.Occurrences {
		raw, known := raws[key]
		if !known || factors[key] != factor {
			problems = append(problems, invalid(fmt.Sprintf("occurrences[%d]", i), "%q is no instance of %q", key, factor.Label()))
			continue
		}
		s := Split{From: raw.Identity, Text: raw.Text, Into: q.Into, Note: q.Note, At: now}
		r.Splits = slices.DeleteFunc(r.Splits, func(o Split) bool { return o.From == s.From && o.Text == s.Text })
		r.Splits = append(r.Splits, s)
	}
	if len(r.Splits) > maxRules {
		problems = append(problems, invalid("occurrences", "the project has %d splits; at most %d are kept", len(r.Splits), maxRules))
	}
	return failed(problems)
}

// rawOccurrences are what occurrences are by themselves, by key.
func rawOccurrences(tx DerivationTx, keys []string) (map[string]Raw, error) {
	var ids []string
	for _, key := range keys {
		if id, _, ok := episodic.SplitKey(key); ok {
			ids = append(ids, id)
		}
	}
	episodes, err := tx.Contents(sorted(ids))
	if err != nil {
		return nil, err
	}
	out := map[string]Raw{}
	for _, e := range episodes {
		maps.Copy(out, Raws(e))
	}
	return out, nil
}

// SetShown replaces the rule by which weak links of a project are hidden. It returns
// ErrProjectNotFound, and an [episodic.InvalidError] for an unknown rule.
func (s *Service) SetShown(ctx context.Context, project string, rule ShowRule) error {
	if !slices.Contains(ShowRules(), rule) {
		return failed([]episodic.Problem{invalid("rule", "%q is no rule", rule)})
	}
	now := s.instant()
	err := s.factors.ChangeFactors(ctx, project, false, now, func(tx DerivationTx) error {
		rules, err := tx.Rules()
		if err != nil {
			return err
		}
		next := rules.clone()
		next.Shown = rule
		return ChangeRules(tx, next)
	})
	if err != nil {
		return fmt.Errorf("set the rule for weak links: %w", err)
	}
	return nil
}

// Rules returns what people decided about the factors of a project. It returns
// ErrProjectNotFound.
func (s *Service) Rules(ctx context.Context, project string) (Rules, error) {
	rules, err := s.factors.GetRules(ctx, project)
	if err != nil {
		return Rules{}, fmt.Errorf("get the rules of project %q: %w", project, err)
	}
	return rules, nil
}

func (r Rules) clone() Rules {
	r.Merges, r.Splits, r.Closed = slices.Clone(r.Merges), slices.Clone(r.Splits), slices.Clone(r.Closed)
	return r
}

// sorted puts the rules in their documented order.
func (r Rules) sorted() Rules {
	slices.SortFunc(r.Merges, func(a, b Merge) int { return strings.Compare(a.From.Key(), b.From.Key()) })
	slices.SortFunc(r.Splits, func(a, b Split) int {
		if c := strings.Compare(a.From.Key(), b.From.Key()); c != 0 {
			return c
		}
		return strings.Compare(a.Text, b.Text)
	})
	slices.SortFunc(r.Closed, func(a, b Closed) int { return strings.Compare(a.Variable, b.Variable) })
	return r
}
