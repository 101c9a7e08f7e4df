package neo4jstore

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// head is what the graph knows of an episode id.
type head struct {
	present                     bool
	revision                    int
	hash                        string
	recordedAt, firstRecordedAt time.Time
}

// RecordEpisodes implements [episodic.Store].
func (s *Store) RecordEpisodes(
	ctx context.Context, project string, episodes []episodic.Prepared, strict bool, now time.Time,
) ([]episodic.Receipt, error) {
	if len(episodes) == 0 {
		return nil, nil
	}
	var receipts []episodic.Receipt
	err := s.write(ctx, func(t *tx) error {
		w := &writer{tx: t, project: project, now: now.UTC()}
		if err := w.plan(episodes, strict); err != nil {
			return err
		}
		receipts = w.receipts()
		return w.apply()
	})
	if err != nil {
		return nil, fmt.Errorf("write %d episodes: %w", len(episodes), err)
	}
	return receipts, nil
}

// writer writes the episodes of one call inside one transaction.
type writer struct {
	*tx
	project string
	now     time.Time
	writes  []episodeWrite
}

// episodeWrite is what becomes of one episode.
type episodeWrite struct {
	episodic.Prepared
	before  head
	change  episodic.Change
	pending []string
	// revision and the times are those of the episode after the write.
	revision                    int
	recordedAt, firstRecordedAt time.Time
}

// plan decides what becomes of each episode. Episodes that do not change cost no more than
// the comparison of their hash; as soon as one changes, the project is locked and looked
// at again, so that the decision still holds when it is applied.
func (w *writer) plan(episodes []episodic.Prepared, strict bool) error {
	heads, err := w.heads(ids(episodes))
	if err != nil {
		return err
	}
	if !allUnchanged(episodes, heads) {
		if err := w.exec(cypher.LockProject, params{"project": w.project, "now": w.now}); err != nil {
			return err
		}
		if heads, err = w.heads(ids(episodes)); err != nil {
			return err
		}
	}
	w.writes = make([]episodeWrite, len(episodes))
	for i, p := range episodes {
		w.writes[i] = decide(p, heads[p.Episode.ID], w.now)
	}
	return w.findPending(strict)
}

func ids(episodes []episodic.Prepared) []string {
	out := make([]string, len(episodes))
	for i, p := range episodes {
		out[i] = p.Episode.ID
	}
	return out
}

func (w *writer) heads(ids []string) (map[string]head, error) {
	heads := make(map[string]head, len(ids))
	err := w.query(cypher.FindHeads, params{"project": w.project, "ids": ids}, func(r *row) {
		heads[r.text("id")] = head{
			present: r.flag("present"), revision: r.integer("revision"), hash: r.text("hash"),
			recordedAt: r.time("recordedAt"), firstRecordedAt: r.time("firstRecordedAt"),
		}
	})
	return heads, err
}

func allUnchanged(episodes []episodic.Prepared, heads map[string]head) bool {
	return !slices.ContainsFunc(episodes, func(p episodic.Prepared) bool {
		h := heads[p.Episode.ID]
		return !h.present || h.hash != p.Hash
	})
}

func decide(p episodic.Prepared, before head, now time.Time) episodeWrite {
	w := episodeWrite{
		Prepared: p, before: before, revision: before.revision,
		recordedAt: before.recordedAt, firstRecordedAt: before.firstRecordedAt,
	}
	switch {
	case before.revision == 0:
		w.change, w.revision, w.recordedAt, w.firstRecordedAt = episodic.ChangeCreated, 1, now, now
	case before.hash != p.Hash:
		w.change, w.revision, w.recordedAt = episodic.ChangeRevised, before.revision+1, now
	case !before.present:
		w.change = episodic.ChangeRestored
	default:
		w.change = episodic.ChangeUnchanged
	}
	return w
}

// findPending names the ends in other episodes that neither the store nor this call holds.
// With strict they are problems.
func (w *writer) findPending(strict bool) error {
	missing, err := w.missingEnds()
	if err != nil {
		return err
	}
	var problems []episodic.Problem
	for i := range w.writes {
		e := &w.writes[i]
		for _, key := range slices.Sorted(maps.Keys(e.Foreign)) {
			if missing[key] {
				e.pending = append(e.pending, key)
				problems = append(problems, dangling(i, len(w.writes), e.Foreign[key], key))
			}
		}
	}
	if strict && len(problems) > 0 {
		return &episodic.InvalidError{Problems: problems}
	}
	return nil
}

func dangling(episode, episodes int, path, key string) episodic.Problem {
	if episodes > 1 {
		path = fmt.Sprintf("episodes[%d].%s", episode, path)
	}
	return episodic.Problem{
		Path: path, Code: episodic.CodeDanglingReference,
		Message: fmt.Sprintf("there is no occurrence %q in this project; record its episode first", key),
	}
}

// missingEnds returns the keys in other episodes that links name and that are not there.
func (w *writer) missingEnds() (map[string]bool, error) {
	own := map[string]bool{}
	for _, e := range w.writes {
		own[e.Episode.ID] = true
	}
	missing := map[string]bool{}
	var ask []string
	for _, e := range w.writes {
		for _, key := range crossEnds(e.Episode) {
			missing[key] = true
			if other, _, _ := episodic.SplitKey(key); !own[other] {
				ask = append(ask, key)
			}
		}
	}
	if len(missing) == 0 {
		return nil, nil
	}
	for _, e := range w.writes {
		for _, o := range e.Occurrences {
			delete(missing, o.Key)
		}
	}
	err := w.query(cypher.GetOccurrences, params{"project": w.project, "keys": ask}, func(r *row) {
		delete(missing, r.text("key"))
	})
	return missing, err
}

// crossEnds returns the ends of an episode's links that are in other episodes.
func crossEnds(e episodic.Episode) []string {
	var out []string
	for _, link := range e.Links {
		for _, end := range []string{link.Source, link.Target} {
			key := episodic.OccurrenceKey(e.ID, end)
			if other, _, ok := episodic.SplitKey(key); ok && other != e.ID {
				out = append(out, key)
			}
		}
	}
	return out
}

func (w *writer) receipts() []episodic.Receipt {
	out := make([]episodic.Receipt, len(w.writes))
	for i, e := range w.writes {
		out[i] = episodic.Receipt{
			Project: w.project, Episode: e.Episode.ID, Revision: e.revision, Hash: e.Hash,
			Change: e.change, State: episodic.StateApplied, PendingLinks: e.pending,
		}
	}
	return out
}

// apply writes what plan decided. Ids are in order, so that two calls lock in one order.
func (w *writer) apply() error {
	changed := slices.DeleteFunc(slices.Clone(w.writes), func(e episodeWrite) bool {
		return e.change == episodic.ChangeUnchanged
	})
	if len(changed) == 0 {
		return nil
	}
	slices.SortFunc(changed, func(a, b episodeWrite) int { return cmp.Compare(a.Episode.ID, b.Episode.ID) })
	l := &layer{tx: w.tx, project: w.project}
	var drawn []string
	for _, e := range changed {
		l.add(e)
		if e.before.present {
			drawn = append(drawn, e.Episode.ID)
		}
	}
	mentioned, err := l.remove(drawn)
	if err != nil {
		return err
	}
	if err := w.recordNodes(changed); err != nil {
		return err
	}
	if err := l.draw(); err != nil {
		return err
	}
	return l.removeUnmentioned(mentioned)
}

// recordNodes writes the nodes of the episodes and of their new contents.
func (w *writer) recordNodes(changed []episodeWrite) error {
	episodes := make([]params, len(changed))
	var revisions []params
	for i, e := range changed {
		episodes[i] = params{"id": e.Episode.ID, "properties": episodeProperties(e, instant(w.now))}
		if e.change != episodic.ChangeRestored {
			revisions = append(revisions, params{"id": e.Episode.ID, "properties": w.revisionProperties(e)})
		}
	}
	if err := w.exec(cypher.RecordEpisodes, params{"project": w.project, "episodes": episodes}); err != nil {
		return err
	}
	if len(revisions) == 0 {
		return nil
	}
	return w.exec(cypher.RecordRevisions, params{"project": w.project, "revisions": revisions})
}

func (w *writer) revisionProperties(e episodeWrite) params {
	return params{
		"project": w.project, "key": fmt.Sprintf("%s#%d", e.Episode.ID, e.revision), "number": e.revision,
		"hash": e.Hash, "recordedAt": e.recordedAt, "content": string(e.Content),
		"label": fmt.Sprintf("revision %d", e.revision),
	}
}
