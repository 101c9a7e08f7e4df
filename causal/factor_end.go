package causal

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// outcomePrefix is how an outcome may be named beside its label.
const outcomePrefix = VariableOutcome + ":"

// maxPattern is how many factors are looked at for a pattern.
const maxPattern = 1_000

// likeKey reports whether a name may be the key of a factor.
func likeKey(name string) bool {
	if len(name) != 16 {
		return false
	}
	return strings.Trim(name, "0123456789abcdef") == ""
}

// exactFactor is an end that was named by its key.
func exactFactor(name string, i Identity) FactorEnd {
	return FactorEnd{Asked: name, Matches: []Identity{i}, Total: 1}
}

// factorEnd understands the name of a factor: its key, its label, else part of labels.
func (s *Service) factorEnd(ctx context.Context, project, name string) (FactorEnd, error) {
	if likeKey(name) {
		found, err := s.factors.GetFactors(ctx, project, []string{name})
		if err != nil {
			return FactorEnd{}, fmt.Errorf("find factor %s: %w", name, err)
		}
		if len(found) == 1 {
			return exactFactor(name, found[0].Identity), nil
		}
	}
	label := name
	if len(name) > len(outcomePrefix) && strings.EqualFold(name[:len(outcomePrefix)], outcomePrefix) {
		state := strings.ToLower(strings.TrimSpace(name[len(outcomePrefix):]))
		label = Identity{Variable: VariableOutcome, State: state}.Label()
	}
	end, err := s.labelled(ctx, project, name, FactorFilter{Exact: label})
	if err != nil || end.Total > 0 {
		return end, err
	}
	if strings.Contains(name, "*") {
		return s.patterned(ctx, project, name)
	}
	return s.labelled(ctx, project, name, FactorFilter{Label: name})
}

// labelled finds the factors that a filter wants.
func (s *Service) labelled(ctx context.Context, project, name string, filter FactorFilter) (FactorEnd, error) {
	query := FactorQuery{Project: project, Filter: filter, Page: episodic.Page{Limit: MaxMatches + 1}}
	found, err := s.factors.ListFactors(ctx, query)
	if err != nil {
		return FactorEnd{}, fmt.Errorf("find factors named %q: %w", name, err)
	}
	end := FactorEnd{Asked: name, Matches: identities(found), Total: len(found)}
	if len(found) <= MaxMatches {
		return end, nil
	}
	end.Matches = end.Matches[:MaxMatches]
	if end.Total, err = s.factors.CountFactors(ctx, query); err != nil {
		return FactorEnd{}, fmt.Errorf("count factors named %q: %w", name, err)
	}
	return end, nil
}

// patterned finds the factors whose whole label is like a pattern in any case, among the
// first maxPattern that hold the longest text in it. Total is counted among these only.
func (s *Service) patterned(ctx context.Context, project, name string) (FactorEnd, error) {
	end := FactorEnd{Asked: name}
	pieces := strings.Split(name, "*")
	longest := slices.MaxFunc(pieces, func(a, b string) int { return len(a) - len(b) })
	if longest == "" {
		return end, nil
	}
	found, err := s.factors.ListFactors(ctx, FactorQuery{
		Project: project, Filter: FactorFilter{Label: longest}, Page: episodic.Page{Limit: maxPattern},
	})
	if err != nil {
		return FactorEnd{}, fmt.Errorf("find factors like %q: %w", name, err)
	}
	for i, p := range pieces {
		pieces[i] = regexp.QuoteMeta(p)
	}
	like, err := regexp.Compile("(?is)^" + strings.Join(pieces, ".*") + "$")
	if err != nil {
		return FactorEnd{}, fmt.Errorf("read the pattern %q: %w", name, err)
	}
	for _, f := range found {
		if !like.MatchString(f.Label()) {
			continue
		}
		if end.Total++; end.Total <= MaxMatches {
			end.Matches = append(end.Matches, f.Identity)
		}
	}
	return end, nil
}

func identities(factors []Factor) []Identity {
	out := make([]Identity, len(factors))
	for i, f := range factors {
		out[i] = f.Identity
	}
	return out
}

// keysOf returns the keys of factors.
func keysOf(all []Identity) []string {
	out := make([]string, len(all))
	for i, id := range all {
		out[i] = id.Key()
	}
	return out
}

// factorEndStatus is the status that the ends alone decide, empty when a search is needed.
func factorEndStatus(ends ...FactorEnd) Status {
	status := Status("")
	for _, e := range ends {
		switch {
		case e.Total == 0:
			return StatusUnknownEnd
		case e.Total > MaxMatches:
			status = StatusAmbiguous
		}
	}
	return status
}
