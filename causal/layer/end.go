package layer

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// outcomePrefix is how an outcome may be named beside its label.
const outcomePrefix = factor.VariableOutcome + ":"

// maxPattern is how many factors are looked at for a pattern.
const maxPattern = 1_000

// LikeKey reports whether a name may be the key of a factor.
func LikeKey(name string) bool {
	if len(name) != 16 {
		return false
	}
	return strings.Trim(name, "0123456789abcdef") == ""
}

// ExactFactor is an end that was named by its key.
func ExactFactor(name string, i factor.Identity) End {
	return End{Asked: name, Matches: []factor.Identity{i}, Total: 1}
}

// FactorEnd understands the name of a factor: its key, its label, else part of labels.
func (s *Service) FactorEnd(ctx context.Context, project, name string) (End, error) {
	found, err := s.Named(ctx, project, name)
	if err != nil || found.Total > 0 {
		return found, err
	}
	if strings.Contains(name, "*") {
		return s.patterned(ctx, project, name)
	}
	return s.Labelled(ctx, project, name)
}

// Named finds the factor that has a name as its key, else those that have it as their label:
// few keys can, and a store finds keys at once.
func (s *Service) Named(ctx context.Context, project, name string) (End, error) {
	label := name
	if len(name) > len(outcomePrefix) && strings.EqualFold(name[:len(outcomePrefix)], outcomePrefix) {
		label = factor.Identity{Variable: factor.VariableOutcome, State: strings.ToLower(strings.TrimSpace(name[len(outcomePrefix):]))}.Label()
	}
	keys := factor.KeysOf(LabelledSo(label))
	if LikeKey(name) {
		keys = append(keys, name)
	}
	found, err := s.factors.GetFactors(ctx, project, text.Sorted(keys))
	if err != nil {
		return End{}, fmt.Errorf("find factor %q: %w", name, err)
	}
	end := End{Asked: name}
	for _, f := range found {
		if f.Key() == name {
			return ExactFactor(name, f.Identity), nil
		}
		if f.Label() == label {
			end.Matches = append(end.Matches, f.Identity)
		}
	}
	slices.SortFunc(end.Matches, func(a, b factor.Identity) int { return strings.Compare(a.Key(), b.Key()) })
	end.Total = len(end.Matches)
	return end, nil
}

// LabelledSo returns the identities that have a label, as far as it has few signs of equality.
func LabelledSo(label string) []factor.Identity {
	out := []factor.Identity{{Variable: label, State: factor.StateOccurred}}
	for i := range label {
		if label[i] == '=' && len(out) <= search.MaxMatches-1 {
			out = append(out, factor.Identity{Variable: label[:i], State: label[i+1:]})
		}
	}
	return out
}

// Labelled finds the factors that have a name as part of their label.
func (s *Service) Labelled(ctx context.Context, project, name string) (End, error) {
	query := FactorQuery{Project: project, Filter: FactorFilter{Label: name}, Page: episodic.Page{Limit: search.MaxMatches + 1}}
	found, err := s.factors.ListFactors(ctx, query)
	if err != nil {
		return End{}, fmt.Errorf("find factors named %q: %w", name, err)
	}
	end := End{Asked: name, Matches: factor.Identities(found), Total: len(found)}
	if len(found) <= search.MaxMatches {
		return end, nil
	}
	end.Matches = end.Matches[:search.MaxMatches]
	if end.Total, err = s.factors.CountFactors(ctx, query); err != nil {
		return End{}, fmt.Errorf("count factors named %q: %w", name, err)
	}
	return end, nil
}

// patterned finds the factors whose whole label is like a pattern in any case, among the
// first maxPattern that hold the longest text in it. When there may be more than these, the
// end is taken to be ambiguous: nobody knows which of the factors it names are missing.
func (s *Service) patterned(ctx context.Context, project, name string) (End, error) {
	end := End{Asked: name}
	pieces := strings.Split(name, "*")
	longest := slices.MaxFunc(pieces, func(a, b string) int { return len(a) - len(b) })
	if longest == "" {
		return end, nil
	}
	found, err := s.factors.ListFactors(ctx, FactorQuery{
		Project: project, Filter: FactorFilter{Label: longest}, Page: episodic.Page{Limit: maxPattern},
	})
	if err != nil {
		return End{}, fmt.Errorf("find factors like %q: %w", name, err)
	}
	for i, p := range pieces {
		pieces[i] = regexp.QuoteMeta(p)
	}
	like, err := regexp.Compile("(?is)^" + strings.Join(pieces, ".*") + "$")
	if err != nil {
		return End{}, fmt.Errorf("read the pattern %q: %w", name, err)
	}
	for _, f := range found {
		if !like.MatchString(f.Label()) {
			continue
		}
		if end.Total++; end.Total <= search.MaxMatches {
			end.Matches = append(end.Matches, f.Identity)
		}
	}
	end.Unread = len(found) == maxPattern
	return end, nil
}

// FactorEndStatus is the status that the ends alone decide, empty when a search is needed.
func FactorEndStatus(ends ...End) search.Status {
	status := search.Status("")
	for _, e := range ends {
		switch {
		case e.Total == 0 && !e.Unread:
			return search.StatusUnknownEnd
		case e.Total > search.MaxMatches || e.Unread:
			status = search.StatusAmbiguous
		}
	}
	return status
}

func EndWords(e End, label int) string {
	if len(e.Matches) == 1 {
		return factor.Quoted(e.Matches[0], label)
	}
	return fmt.Sprintf("one of %d factors like %q", e.Total, text.Shorten(e.Asked, label))
}

// BadEnd returns the end that no search can begin with.
func BadEnd(ends ...End) (End, bool) {
	for _, e := range ends {
		if e.Total == 0 || e.Total > search.MaxMatches || e.Unread {
			return e, true
		}
	}
	return End{}, false
}

// ExplainEnd says why the name of an end is not understood.
func (s *Service) ExplainEnd(e End, budget int) (explain.Explanation, error) {
	if e.Unread {
		return explain.Fit(s.tokens, budget, func(label int) string {
			return fmt.Sprintf("The pattern %q is too wide: only the first %d factors with its longest text were looked at, of which %d are like it; name one, or use a longer text.",
				text.Shorten(e.Asked, label), maxPattern, e.Total)
		}, nil)
	}
	if e.Total == 0 {
		return explain.Fit(s.tokens, budget, func(label int) string { return fmt.Sprintf("No factor is named %q.", text.Shorten(e.Asked, label)) }, nil)
	}
	var rest []explain.Sentence
	for _, id := range e.Matches {
		rest = append(rest, func(label int) string { return id.Key() + " " + factor.Quoted(id, label) })
	}
	return explain.Fit(s.tokens, budget, func(label int) string {
		return fmt.Sprintf("%d factors are named like %q, too many to search from; name one, such as:", e.Total, text.Shorten(e.Asked, label))
	}, rest)
}

// End is how the name of an end was understood.
type End struct {
	// Asked is the name as given.
	Asked string
	// Matches are the factors it names, at most MaxMatches, by key.
	Matches []factor.Identity
	// Total is how many there are.
	Total int
	// Unread says that more factors hold the text of a pattern than are looked at: Total is
	// counted among the first only.
	Unread bool
}

// Ambiguous reports whether the name matches more than one factor.
func (e End) Ambiguous() bool { return e.Total > 1 || e.Unread }
