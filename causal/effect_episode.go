package causal

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// telling is one episode with what it adds to the factor layer under the rules as they are.
type telling struct {
	episode episodic.Episode
	rules   Rules
	Contribution
}

// tellingOf reads an episode. It returns ErrProjectNotFound, and an error that wraps
// [episodic.ErrNotFound] for an unknown episode.
func (s *Service) tellingOf(ctx context.Context, project, id string) (telling, error) {
	found, err := s.occurrences.GetEpisodes(ctx, project, []string{id})
	if err != nil {
		return telling{}, fmt.Errorf("get episode %q: %w", id, err)
	}
	if len(found) == 0 {
		return telling{}, episodic.Absent(ctx, s.occurrences, project, fmt.Errorf("episode %q: %w", id, episodic.ErrNotFound))
	}
	rules, err := s.Rules(ctx, project)
	if err != nil {
		return telling{}, err
	}
	e := found[0].Episode
	return telling{episode: e, rules: rules, Contribution: Contribute(e, rules, nil)}, nil
}

// decision finds a decision by its id in the episode or by its key. It returns an error that
// wraps [episodic.ErrNotFound].
func (t telling) decision(name string) (episodic.Decision, error) {
	short := strings.TrimPrefix(name, t.episode.ID+"/")
	for _, d := range t.episode.Decisions {
		if d.ID == short {
			return d, nil
		}
	}
	ids := make([]string, 0, len(t.episode.Decisions))
	for _, d := range t.episode.Decisions {
		ids = append(ids, d.ID)
	}
	return episodic.Decision{}, fmt.Errorf("decision %q of episode %q, which has %s: %w",
		name, t.episode.ID, orElse(strings.Join(ids, ", "), "none"), episodic.ErrNotFound)
}

// factor is the factor of a decision, as it was chosen; false when it does not tell one.
func (t telling) factor(d episodic.Decision) (Identity, bool) {
	id, known := t.Instances[episodic.OccurrenceKey(t.episode.ID, d.ID)]
	return id, known
}

// notFirst says why an occurrence is not what episodes count of its variable: an episode that
// tells it again is counted by the first; empty when it is the first.
func (t telling) notFirst(key string) string {
	own, at := t.Instances[key], t.orders()
	if before := t.known(own.Variable); before != nil && *before != own {
		return fmt.Sprintf("Only what an episode tells first of %q is counted, and before this one it is known to be %s.", shorten(own.Variable, 60), quoted(*before, 60))
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
		return fmt.Sprintf("Only what an episode tells first of %q is counted, and %s came before this one.", shorten(own.Variable, 60), namesWords(sorted(earlier)))
	case len(unclear) > 0:
		return fmt.Sprintf("Only what an episode tells first of %q is counted, and whether this one or %s came first is not told.", shorten(own.Variable, 60), namesWords(sorted(unclear)))
	}
	return ""
}

// known is the state of a variable that was known before anything happened; nil when none was.
func (t telling) known(variable string) *Identity {
	for _, o := range t.Observations {
		if o.Variable == variable && o.Order != nil && *o.Order == OrderFirst {
			return &o.Identity
		}
	}
	return nil
}

// orders are the instants of the occurrences of the episode, by key.
func (t telling) orders() map[string]*int64 {
	out := map[string]*int64{}
	for _, d := range t.episode.Decisions {
		out[episodic.OccurrenceKey(t.episode.ID, d.ID)] = order(d.At)
	}
	for _, e := range t.episode.Events {
		out[episodic.OccurrenceKey(t.episode.ID, e.ID)] = order(e.At)
	}
	return out
}

// option is the factor that a decision would have had with another choice.
func (t telling) option(d episodic.Decision, chosen string) (Identity, bool) {
	d.Chosen = chosen
	raw, ok := decisionFactor(d)
	if !ok {
		return Identity{}, false
	}
	return t.rules.resolver().apply(raw, chosen), true
}

// before are the states that the episode told before a decision: the context that was known
// before anything, and what has an instant before that of the decision. Of several states of
// a variable it is the first; of the decision's own variable there is none.
func (t telling) before(d episodic.Decision) []Identity {
	at := order(d.At)
	own, _ := t.factor(d)
	first := map[string]Observation{}
	for _, o := range t.Observations {
		if o.Variable == own.Variable || o.Order == nil || *o.Order != OrderFirst && (at == nil || *o.Order >= *at) {
			continue
		}
		if earlier, known := first[o.Variable]; !known || *o.Order < *earlier.Order {
			first[o.Variable] = o
		}
	}
	out := make([]Identity, 0, len(first))
	for _, o := range first {
		out = append(out, o.Identity)
	}
	slices.SortFunc(out, byVariable)
	return out
}

// byVariable orders states by their variable, then by their name.
func byVariable(a, b Identity) int {
	if c := strings.Compare(a.Variable, b.Variable); c != 0 {
		return c
	}
	return strings.Compare(a.State, b.State)
}
