package write

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// Record writes episodes. It is [episodic.EpisodeWriter.RecordEpisodes]. Episodes that do not
// change only cost the comparison of their hashes and wait for no other writer.
func Record(
	ctx context.Context, s Store, project string, episodes []episodic.Prepared, strict bool, now time.Time,
) ([]episodic.Receipt, error) {
	if len(episodes) == 0 {
		return nil, nil
	}
	r := recording{episodes: episodes, strict: strict, now: now.UTC()}
	begin := Begin{Create: true, Now: r.now, Hashes: make(map[string]string, len(episodes))}
	for _, p := range episodes {
		begin.Hashes[p.Episode.ID] = p.Hash
	}
	if err := s.Write(ctx, project, begin, r.write); err != nil {
		return nil, fmt.Errorf("write %d episodes: %w", len(episodes), err)
	}
	relieve(ctx, s, project, r.deferred)
	return intake.Receipts(project, r.writes), nil
}

// recording is one call of [Record].
type recording struct {
	episodes []episodic.Prepared
	strict   bool
	now      time.Time
	writes   []intake.Write
	// deferred is the weight of what waits to be derived.
	deferred int
}

// plan decides what becomes of each episode.
func (r *recording) plan(l Lookup) error {
	ids := make([]string, len(r.episodes))
	for i, p := range r.episodes {
		ids[i] = p.Episode.ID
	}
	heads, err := l.Heads(ids)
	if err != nil {
		return err
	}
	r.writes = intake.Plan(r.episodes, heads, r.now)
	return nil
}

// write plans and applies the plan.
func (r *recording) write(tx Tx) (err error) {
	if err := r.plan(tx); err != nil {
		return err
	}
	if err := findPending(tx, r.writes, r.strict); err != nil {
		return err
	}
	r.deferred, err = apply(tx, r.writes, r.now)
	return err
}

// findPending names the ends in other episodes that neither the store nor this call holds.
// With strict they are problems.
func findPending(l Lookup, writes []intake.Write, strict bool) error {
	present := map[string]bool{}
	if keys := intake.ForeignKeys(writes); len(keys) > 0 {
		var err error
		if present, err = l.PresentOccurrences(keys); err != nil {
			return err
		}
	}
	return intake.FindPending(writes, present, strict)
}

// apply writes what was planned: it erases what is drawn of earlier contents, writes and draws the
// new ones, and settles. Ids are in order, so that two calls lock in one order.
func apply(tx Tx, writes []intake.Write, now time.Time) (deferred int, err error) {
	changed := intake.Changed(writes)
	if len(changed) == 0 {
		return 0, nil
	}
	c := Changes{Present: make(map[string]episodic.Episode, len(changed)), New: true}
	var drawn []string
	for _, w := range changed {
		c.Present[w.Episode.ID] = w.Episode
		c.New = c.New && w.Before.Revision == 0
		if w.Before.Present {
			drawn = append(drawn, w.Episode.ID)
		}
	}
	if err := tx.Erase(drawn); err != nil {
		return 0, err
	}
	if err := tx.PutEpisodes(changed, now); err != nil {
		return 0, err
	}
	return settle(tx, c)
}

// settle ends every write of episodes, once their rows are there. It returns the weight of what waits to be
// derived.
func settle(tx Tx, c Changes) (deferred int, err error) {
	if deferred, err = settleLayer(tx, c); err != nil {
		return 0, err
	}
	return deferred, tx.Sweep()
}
