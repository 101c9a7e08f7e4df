package dependents

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// mostReached is the number of occurrences over which later decisions are followed.
const mostReached = 10_000

// occurrenceKeys are the keys of the occurrences of the taken episodes.
func (t Thing) occurrenceKeys() []string {
	var out []string
	for _, stored := range t.Episodes {
		e := stored.Episode
		out = append(out, episodic.OccurrenceKey(e.ID, episodic.OutcomeID))
		for _, d := range e.Decisions {
			out = append(out, episodic.OccurrenceKey(e.ID, d.ID))
		}
		for _, v := range e.Events {
			out = append(out, episodic.OccurrenceKey(e.ID, v.ID))
		}
	}
	return out
}

// fallenLinks returns the drawn links that are taken out, or that lose an end.
func (s *Service) fallenLinks(ctx context.Context, project string, t Thing) ([]Dependent, error) {
	names := map[string]string{}
	for _, l := range t.Links {
		names[l.Name()] = l.Episode
	}
	keys := t.occurrenceKeys()
	if len(keys) > 0 {
		for _, d := range []search.Direction{search.Downstream, search.Upstream} {
			at, err := s.store.Neighbors(ctx, project, keys, d, search.Follow{Relations: episodic.Relations(), Bases: episodic.Bases()})
			if err != nil {
				return nil, fmt.Errorf("read the links of %s: %w", t.Of, err)
			}
			for key, all := range at {
				for _, n := range all {
					names[directed(key, n, d)] = n.Link.Episode
				}
			}
		}
	}
	out := make([]Dependent, 0, len(names))
	for name, episode := range names {
		out = append(out, Dependent{Kind: KindLink, Key: name, Falls: true, Why: fmt.Sprintf("no more; episode %s states it", episode)})
	}
	return out, nil
}

// directed names the link to a neighbor. One that correlates has the lesser end first, as it is found from both.
func directed(key string, n trace.Neighbor, d search.Direction) string {
	source, target := key, n.Occurrence.Key
	if d == search.Upstream {
		source, target = target, source
	}
	if n.Link.Relation == episodic.RelationCorrelates && target < source {
		source, target = target, source
	}
	return linkName(source, n.Link.Relation, target)
}

// decisions returns the decisions that follow from the thing along causal links, in other episodes; those that follow from a link
// also in its own.
func (s *Service) decisions(ctx context.Context, project string, t Thing) (out []Dependent, cut bool, err error) {
	seen, next := map[string]bool{}, t.occurrenceKeys()
	for _, key := range next {
		seen[key] = true
	}
	steps, taken := 1, t.Taken()
	if len(t.Links) > 0 {
		first := t.Links[0]
		if !slices.Contains(episodic.CausalRelations(), first.Relation) {
			return nil, false, nil
		}
		found, err := s.store.GetOccurrences(ctx, project, []string{first.Target})
		if err != nil {
			return nil, false, fmt.Errorf("read the target of %s: %w", t.Of, err)
		}
		seen[first.Source], seen[first.Target], next = true, true, []string{first.Target}
		for _, o := range found {
			out = appendDecision(out, o, nil, steps)
		}
		steps++
	}
	for ; len(next) > 0 && len(seen) <= mostReached; steps++ {
		at, err := s.store.Neighbors(ctx, project, next, search.Downstream, search.Follow{Relations: episodic.CausalRelations(), Bases: episodic.Bases()})
		if err != nil {
			return nil, false, fmt.Errorf("follow the links of %s: %w", t.Of, err)
		}
		reached := map[string]bool{}
		for _, all := range at {
			for _, n := range all {
				if key := n.Occurrence.Key; !seen[key] {
					seen[key], reached[key] = true, true
					out = appendDecision(out, n.Occurrence, taken, steps)
				}
			}
		}
		next = slices.Sorted(maps.Keys(reached))
	}
	return out, len(next) > 0, nil
}

// appendDecision adds an occurrence if it is a decision of an episode that stays.
func appendDecision(out []Dependent, o episodic.Occurrence, taken []string, steps int) []Dependent {
	if o.Kind != episodic.KindDecision || slices.Contains(taken, o.Episode) {
		return out
	}
	links := fmt.Sprintf("%d links", steps)
	if steps == 1 {
		links = "1 link"
	}
	return append(out, Dependent{Kind: KindDecision, Key: o.Key, Label: o.Label, Why: "follows from it in " + links})
}

// applied returns the uses of patterns in the taken episodes.
func (s *supposition) applied() []patterns.Evidence {
	taken := s.thing.Taken()
	return slices.DeleteFunc(slices.Clone(s.evidence), func(row patterns.Evidence) bool {
		return row.Applied == nil || !slices.Contains(taken, row.Episode)
	})
}

// applications returns where patterns that a taken episode is evidence of were applied, in other episodes, after it was recorded.
func (s *supposition) applications() (out []Dependent) {
	since := map[string]time.Time{}
	recorded := map[string]time.Time{}
	for _, e := range s.thing.Episodes {
		recorded[e.Episode.ID] = e.FirstRecordedAt
	}
	for _, row := range s.evidence {
		at, taken := recorded[row.Episode]
		if first, known := since[row.Pattern]; taken && (!known || at.Before(first)) {
			since[row.Pattern] = at
		}
	}
	for _, row := range s.evidence {
		if _, taken := recorded[row.Episode]; taken || row.Applied == nil || row.Applied.At.Before(since[row.Pattern]) {
			continue
		}
		name := s.patterns[row.Pattern].before.Name
		out = append(out, Dependent{
			Kind: KindApplication, Key: row.Pattern + "/" + row.Episode, Label: row.Episode,
			Why: fmt.Sprintf("applied pattern %q on %s", name, row.Applied.At.UTC().Format(time.DateOnly)),
		})
	}
	return out
}
