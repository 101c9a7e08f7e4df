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
	found, err := s.named(ctx, project, name)
	if err != nil || found.Total > 0 {
		return found, err
	}
	if strings.Contains(name, "*") {
		return s.patterned(ctx, project, name)
	}
	return s.labelled(ctx, project, name)
}

// named finds the factor that has a name as its key, else those that have it as their label:
// few keys can, and a store finds keys at once.
func (s *Service) named(ctx context.Context, project, name string) (FactorEnd, error) {
	label := name
	if len(name) > len(outcomePrefix) && strings.EqualFold(name[:len(outcomePrefix)], outcomePrefix) {
		label = Identity{Variable: VariableOutcome, State: strings.ToLower(strings.TrimSpace(name[len(outcomePrefix):]))}.Label()
	}
	keys := keysOf(labelledSo(label))
	if likeKey(name) {
		keys = append(keys, name)
	}
	found, err := s.factors.GetFactors(ctx, project, sorted(keys))
	if err != nil {
		return FactorEnd{}, fmt.Errorf("find factor %q: %w", name, err)
	}
	end := FactorEnd{Asked: name}
	for _, f := range found {
		if f.Key() == name {
			return exactFactor(name, f.Identity), nil
		}
		if f.Label() == label {
			end.Matches = append(end.Matches, f.Identity)
		}
	}
	slices.SortFunc(end.Matches, func(a, b Identity) int { return strings.Compare(a.Key(), b.Key()) })
	end.Total = len(end.Matches)
	return end, nil
}

// labelledSo returns the identities that have a label, as far as it has few signs of equality.
func labelledSo(label string) []Identity {
	out := []Identity{{Variable: label, State: StateOccurred}}
	for i := range label {
		if label[i] == '=' && len(out) <= MaxMatches-1 {
			out = append(out, Identity{Variable: label[:i], State: label[i+1:]})
		}
	}
	return out
}

// labelled finds the factors that have a name as part of their label.
func (s *Service) labelled(ctx context.Context, project, name string) (FactorEnd, error) {
	query := FactorQuery{Project: project, Filter: FactorFilter{Label: name}, Page: episodic.Page{Limit: MaxMatches + 1}}
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
// first maxPattern that hold the longest text in it. When there may be more than these, the
// end is taken to be ambiguous: nobody knows which of the factors it names are missing.
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
	end.Unread = len(found) == maxPattern
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
		case e.Total == 0 && !e.Unread:
			return StatusUnknownEnd
		case e.Total > MaxMatches || e.Unread:
			status = StatusAmbiguous
		}
	}
	return status
}
