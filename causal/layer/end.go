package layer

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/mask"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// outcomePrefix introduces an outcome as an alternative to its label.
const outcomePrefix = factor.VariableOutcome + ":"

// maxPattern is the maximum number of factors to match against a pattern.
const maxPattern = 1_000

// likeKey reports whether a name has the form of a factor key.
func likeKey(name string) bool {
	if len(name) != 16 {
		return false
	}
	return strings.Trim(name, "0123456789abcdef") == ""
}

// exactFactor returns an end that was named by its key.
func exactFactor(name string, i factor.Identity) End {
	return End{Asked: name, Matches: []factor.Identity{i}, Total: 1}
}

// FactorEnd resolves the name of a factor: its key, its label, or else part of labels.
func (s *Service) FactorEnd(ctx context.Context, project, name string) (End, error) {
	found, err := s.Named(ctx, project, name)
	if err != nil || found.Total > 0 {
		return found, err
	}
	if strings.Contains(name, "*") {
		return s.matchPattern(ctx, project, name)
	}
	return s.LabelContaining(ctx, project, name)
}

// Named finds the factor with the name as its key, or else those with the name as their label, or else
// those with the label that the name gets where what differs from run to run is masked.
func (s *Service) Named(ctx context.Context, project, name string) (End, error) {
	label := name
	if len(name) > len(outcomePrefix) && strings.EqualFold(name[:len(outcomePrefix)], outcomePrefix) {
		label = factor.Identity{Variable: factor.VariableOutcome, State: strings.ToLower(strings.TrimSpace(name[len(outcomePrefix):]))}.Label()
	}
	written := WithLabel(label)
	recorded := masked(written)
	keys := factor.KeysOf(append(recorded, written...))
	if likeKey(name) {
		keys = append(keys, name)
	}
	found, err := s.factors.GetFactors(ctx, project, text.Sorted(keys))
	if err != nil {
		return End{}, fmt.Errorf("find factor %q: %w", name, err)
	}
	end := End{Asked: name}
	for _, f := range found {
		if f.Key() == name {
			return exactFactor(name, f.Identity), nil
		}
		if f.Label() == label {
			end.Matches = append(end.Matches, f.Identity)
		}
	}
	if len(end.Matches) == 0 {
		end.Matches = factor.Identities(found)
	}
	slices.SortFunc(end.Matches, func(a, b factor.Identity) int { return strings.Compare(a.Key(), b.Key()) })
	end.Total = len(end.Matches)
	return end, nil
}

// WithLabel returns the identities that have a label, as long as it has few equals signs.
func WithLabel(label string) []factor.Identity {
	out := []factor.Identity{{Variable: label, State: factor.StateOccurred}}
	for i := range label {
		if label[i] == '=' && len(out) <= search.MaxMatches-1 {
			out = append(out, factor.Identity{Variable: label[:i], State: label[i+1:]})
		}
	}
	return out
}

// masked are the identities that states have whose variable, or both, were masked when they were
// recorded.
func masked(written []factor.Identity) []factor.Identity {
	var out []factor.Identity
	for _, i := range written {
		i.Variable = AsRecorded(i.Variable)
		out = append(out, i, factor.Identity{Variable: i.Variable, State: mask.Template(i.State, factor.MaxState)})
	}
	return out
}

// AsRecorded is the name of a variable of which an episode tells in these words, if it is masked.
func AsRecorded(words string) string { return mask.Template(words, factor.MaxVariable) }

// LabelContaining finds the factors whose label contains a name, or else what becomes of it where it is
// masked.
func (s *Service) LabelContaining(ctx context.Context, project, name string) (End, error) {
	end, err := s.labelContaining(ctx, project, name)
	if recorded := AsRecorded(name); err == nil && end.Total == 0 && recorded != name {
		end, err = s.labelContaining(ctx, project, recorded)
		end.Asked = name
	}
	return end, err
}

func (s *Service) labelContaining(ctx context.Context, project, name string) (End, error) {
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

// matchPattern finds the factors whose whole label matches a pattern, ignoring case, among the first
// maxPattern that contain its longest literal text. If there may be more of these, the end counts
// as ambiguous, because the missing ones are unknown.
func (s *Service) matchPattern(ctx context.Context, project, name string) (End, error) {
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

// FactorEndStatus returns the status if the ends alone determine it, empty if a search is needed.
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

// EndWords explains why an end does not name one factor.
func EndWords(e End, label int) string {
	if len(e.Matches) == 1 {
		return factor.Quoted(e.Matches[0], label)
	}
	return fmt.Sprintf("one of %d factors like %q", e.Total, text.Shorten(e.Asked, label))
}

// BadEnd returns an end from which no search can start.
func BadEnd(ends ...End) (End, bool) {
	for _, e := range ends {
		if e.Total == 0 || e.Total > search.MaxMatches || e.Unread {
			return e, true
		}
	}
	return End{}, false
}

// ExplainEnd explains why the name of an end cannot be resolved.
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

// End is the result of resolving the name of an end.
type End struct {
	// Asked is the name as given.
	Asked string
	// Matches are the factors with that name, at most [search.MaxMatches], by key.
	Matches []factor.Identity
	// Total is the number of matches.
	Total int
	// Unread says that more factors contain the text of a pattern than were read; Total counts
	// matches only among those read.
	Unread bool
}

// Ambiguous reports whether the name matches more than one factor.
func (e End) Ambiguous() bool { return e.Total > 1 || e.Unread }
