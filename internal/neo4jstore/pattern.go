package neo4jstore

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/patterns"
)

// GetPatterns implements [patterns.Store].
func (s *Store) GetPatterns(ctx context.Context, project string, keys []string) ([]patterns.Pattern, error) {
	if len(keys) == 0 {
		return nil, nil
	}
	out, err := s.patterns(ctx, cypher.GetPatterns, params{"project": project, "keys": distinct(keys)})
	if err != nil {
		return nil, fmt.Errorf("get %d patterns: %w", len(keys), err)
	}
	return out, nil
}

func (s *Store) patterns(ctx context.Context, statement cypher.Statement, p params) ([]patterns.Pattern, error) {
	return read(ctx, s, statement, p, func(r *row) patterns.Pattern { return r.nested("pattern").pattern() })
}

// ListPatterns implements [patterns.Store].
func (s *Store) ListPatterns(ctx context.Context, q patterns.Query) ([]patterns.Pattern, error) {
	statement, p := cypher.ListPatterns, filterPatterns(q)
	if q.Filter.Episode != "" {
		statement = cypher.ListPatternsOfEpisode
	}
	p["order"], p["limit"] = string(q.Order), q.Page.Limit
	p["afterRank"], p["after"] = nil, ""
	if rank, key, ok := patterns.Place(q.Page.After); ok {
		p["afterRank"], p["after"] = rank+0, key // Neo4j tells -0 from 0
	}
	out, err := s.patterns(ctx, statement, p)
	if err != nil {
		return nil, fmt.Errorf("list patterns: %w", err)
	}
	return out, nil
}

// CountPatterns implements [patterns.Store].
func (s *Store) CountPatterns(ctx context.Context, q patterns.Query) (int, error) {
	statement := cypher.CountPatterns
	if q.Filter.Episode != "" {
		statement = cypher.CountPatternsOfEpisode
	}
	n, err := s.count(ctx, statement, filterPatterns(q))
	if err != nil {
		return 0, fmt.Errorf("count patterns: %w", err)
	}
	return n, nil
}

// filterPatterns are the parameters of every statement over patterns; what does not narrow is null.
func filterPatterns(q patterns.Query) params {
	f := q.Filter
	out := params{
		"project": q.Project, "text": orNull(episodic.FoldCase(f.Text)), "trigger": orNull(episodic.FoldCase(f.Trigger)),
		"categories": words(f.Categories), "statuses": words(f.Statuses), "origins": words(f.Origins), "antiPattern": valueOrNull(f.AntiPattern),
		"minRate": valueOrNull(f.MinRate), "maxRate": valueOrNull(f.MaxRate), "minTrials": f.MinTrials, "contested": valueOrNull(f.Contested),
	}
	if f.Episode != "" {
		out["episode"] = f.Episode
	}
	return out
}

// Indexed implements [patterns.Store].
func (s *Store) Indexed(
	ctx context.Context, project string, entries []string, statuses []patterns.Status, limit int,
) (found []patterns.Pattern, more bool, err error) {
	p := params{"project": project, "entries": distinct(entries), "statuses": words(statuses), "limit": limit + 1}
	found, err = s.patterns(ctx, cypher.FindIndexedPatterns, p)
	if err != nil {
		return nil, false, fmt.Errorf("find the patterns under %d entries: %w", len(entries), err)
	}
	return found[:min(len(found), limit)], len(found) > limit, nil
}

// ListChanges implements [patterns.Store].
func (s *Store) ListChanges(ctx context.Context, project, pattern string, page episodic.Page) ([]patterns.Change, error) {
	before, err := strconv.ParseInt(page.After, 10, 64)
	if err != nil {
		before = math.MaxInt64
	}
	p := params{"project": project, "pattern": pattern, "before": before, "limit": page.Limit}
	out, err := read(ctx, s, cypher.ListPatternChanges, p, func(r *row) (c patterns.Change) {
		r.decode("content", &c)
		return c
	})
	if err != nil {
		return nil, fmt.Errorf("list the changes of pattern %q: %w", pattern, err)
	}
	return out, nil
}

// CountChanges implements [patterns.Store].
func (s *Store) CountChanges(ctx context.Context, project, pattern string) (int, error) {
	n, err := s.count(ctx, cypher.CountPatternChanges, params{"project": project, "pattern": pattern})
	if err != nil {
		return 0, fmt.Errorf("count the changes of pattern %q: %w", pattern, err)
	}
	return n, nil
}

// ScanEpisodes implements [patterns.Store]. It holds the lock of the project, and calls each
// only after all is read, for the reasons of [Store.ScanStates].
func (s *Store) ScanEpisodes(
	ctx context.Context, project string, factors []string, each func(patterns.EpisodeStates) error,
) (layer.Derivation, error) {
	places := make(map[string]any, len(factors))
	for i, key := range factors {
		places[key] = i
	}
	var state layerState
	var episodes []patterns.EpisodeStates
	err := s.write(ctx, func(t *tx) error {
		episodes = nil
		_, found, err := lockPresent(t, project)
		if err == nil && found {
			err = t.query(cypher.GetDerivation, params{"project": project}, func(r *row) { state = r.wholeState() })
		}
		if err != nil {
			return err
		}
		if !found {
			return episodic.ErrProjectNotFound
		}
		return t.query(cypher.TellEpisodes, params{"project": project, "places": places}, func(r *row) {
			episodes = append(episodes, patterns.EpisodeStates{
				Episode: r.text("id"), Seen: r.maybeTime("seen"), Outcome: episodic.Outcome(r.text("outcome")),
				Errors: r.flag("errors"), States: r.observedStates("states"),
			})
		})
	})
	for i := 0; err == nil && i < len(episodes); i++ {
		err = each(episodes[i])
	}
	if err != nil {
		return layer.Derivation{}, fmt.Errorf("scan the episodes of project %q: %w", project, err)
	}
	return state.Derivation, nil
}

// ChangePatterns implements [patterns.Store].
func (s *Store) ChangePatterns(
	ctx context.Context, project string, create bool, now time.Time, work func(patterns.Tx) error,
) error {
	note := ledger.NoteOf(ctx)
	err := s.write(ctx, func(t *tx) error {
		state, err := lock(t, project, create, now)
		if err != nil {
			return err
		}
		if err := work(&patternTx{tx: t, project: project, rules: state.rules}); err != nil {
			return err
		}
		return note.Put(ledger.Changed{}, t.PutEntry)
	})
	if err != nil {
		return fmt.Errorf("change the patterns of project %q: %w", project, err)
	}
	note.Committed(ledger.Changed{})
	return nil
}
