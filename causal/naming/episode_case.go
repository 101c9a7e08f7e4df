package naming

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/explain"
	"github.com/causeway-memory/causeway/internal/text"
)

// EpisodeCase is one episode with its contribution to the factor layer under the current rules.
type EpisodeCase struct {
	Episode episodic.Episode
	Rules   contribution.Rules
	contribution.Contribution
}

// ReadCase reads an episode. It returns ErrProjectNotFound, and an error that wraps
// [episodic.ErrNotFound] for an unknown episode.
func (s *Service) ReadCase(ctx context.Context, project, id string) (EpisodeCase, error) {
	found, err := s.occurrences.GetEpisodes(ctx, project, []string{id})
	if err != nil {
		return EpisodeCase{}, fmt.Errorf("get episode %q: %w", id, err)
	}
	if len(found) == 0 {
		return EpisodeCase{}, episodic.Absent(ctx, s.occurrences, project, fmt.Errorf("episode %q: %w", id, episodic.ErrNotFound))
	}
	rules, err := s.layer.Rules(ctx, project)
	if err != nil {
		return EpisodeCase{}, err
	}
	e := found[0].Episode
	return EpisodeCase{Episode: e, Rules: rules, Contribution: contribution.Contribute(e, rules, nil)}, nil
}

// DecisionNamed finds a decision by its id in the episode or by its key. It returns an error that
// wraps [episodic.ErrNotFound].
func (t EpisodeCase) DecisionNamed(name string) (episodic.Decision, error) {
	short := strings.TrimPrefix(name, t.Episode.ID+"/")
	for _, d := range t.Episode.Decisions {
		if d.ID == short {
			return d, nil
		}
	}
	ids := make([]string, 0, len(t.Episode.Decisions))
	for _, d := range t.Episode.Decisions {
		ids = append(ids, d.ID)
	}
	return episodic.Decision{}, fmt.Errorf("decision %q of episode %q, which has %s: %w",
		name, t.Episode.ID, explain.OrElse(strings.Join(ids, ", "), "none"), episodic.ErrNotFound)
}

// Factor is the factor of a decision as it was chosen. It returns false when the decision does not
// record it.
func (t EpisodeCase) Factor(d episodic.Decision) (factor.Identity, bool) {
	id, known := t.Instances[episodic.OccurrenceKey(t.Episode.ID, d.ID)]
	return id, known
}

// NotCounted says why an occurrence is not the one that counts for its variable: only the first in
// an episode does. It is empty for the first.
func (t EpisodeCase) NotCounted(key string) string {
	own, at := t.Instances[key], t.orders()
	if before := t.known(own.Variable); before != nil && *before != own {
		return fmt.Sprintf("Only what an episode tells first of %q is counted, and before this one it is known to be %s.", text.Shorten(own.Variable, 60), factor.Quoted(*before, 60))
	}
	var earlier, unclear []string
	for other, id := range t.Instances {
		switch {
		case other == key || id.Variable != own.Variable:
		case at[key] == nil || at[other] == nil || *at[other] == *at[key]:
			unclear = append(unclear, other)
		case *at[other] < *at[key]:
			earlier = append(earlier, other)
		}
	}
	switch {
	case len(earlier) > 0:
		return fmt.Sprintf("Only what an episode tells first of %q is counted, and %s came before this one.", text.Shorten(own.Variable, 60), explain.NamesWords(text.Sorted(earlier)))
	case len(unclear) > 0:
		return fmt.Sprintf("Only what an episode tells first of %q is counted, and whether this one or %s came first is not told.", text.Shorten(own.Variable, 60), explain.NamesWords(text.Sorted(unclear)))
	}
	return ""
}

// known is the state of a variable that was known before anything happened; nil when none was.
func (t EpisodeCase) known(variable string) *factor.Identity {
	for _, o := range t.Observations {
		if o.Variable == variable && o.Order != nil && *o.Order == contribution.OrderFirst {
			return &o.Identity
		}
	}
	return nil
}

// orders are the times of the occurrences of the episode, by key.
func (t EpisodeCase) orders() map[string]*int64 {
	out, clock := map[string]*int64{}, contribution.Clock(t.Episode)
	for _, d := range t.Episode.Decisions {
		out[episodic.OccurrenceKey(t.Episode.ID, d.ID)] = clock(d.At)
	}
	for _, e := range t.Episode.Events {
		out[episodic.OccurrenceKey(t.Episode.ID, e.ID)] = clock(e.At)
	}
	return out
}

// Option is the factor that a decision would have had with another choice.
func (t EpisodeCase) Option(d episodic.Decision, chosen string) (factor.Identity, bool) {
	if !slices.Contains(d.Options, d.Chosen) {
		d.Options = append(slices.Clone(d.Options), d.Chosen)
	}
	d.Chosen = chosen
	raw, ok := contribution.DecisionFactor(d)
	if !ok {
		return factor.Identity{}, false
	}
	return t.Rules.Resolver().Apply(raw, chosen), true
}

// Before are the states known before a decision: the initial context, and everything with a time
// before the decision. Of several states of a variable it takes the first. It leaves out the
// variable of the decision.
func (t EpisodeCase) Before(d episodic.Decision) []factor.Identity {
	at := contribution.Clock(t.Episode)(d.At)
	own, _ := t.Factor(d)
	first := map[string]contribution.Observation{}
	for _, o := range t.Observations {
		if o.Variable == own.Variable || o.Order == nil || *o.Order != contribution.OrderFirst && (at == nil || *o.Order >= *at) {
			continue
		}
		if earlier, known := first[o.Variable]; !known || *o.Order < *earlier.Order {
			first[o.Variable] = o
		}
	}
	out := make([]factor.Identity, 0, len(first))
	for _, o := range first {
		out = append(out, o.Identity)
	}
	slices.SortFunc(out, ByVariable)
	return out
}

// ByVariable orders states by variable, then by name.
func ByVariable(a, b factor.Identity) int {
	if c := strings.Compare(a.Variable, b.Variable); c != 0 {
		return c
	}
	return strings.Compare(a.State, b.State)
}
