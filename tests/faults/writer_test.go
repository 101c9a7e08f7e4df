package faults_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/soak"
)

// writerCount is how many write at once.
const writerCount = 8

// Streams of random numbers.
const (
	streamWriters = 50 + iota
	streamKills
	streamPower
	streamFlips
	streamSyncs
	streamClients
	streamClocks
	streamRooms
	streamRepeats
)

// kept is what is known of an episode: how often it was recorded with another content, the last of
// which links to an event of another episode unless that is empty, and whether it was deleted.
type kept struct {
	revision int
	linked   string
	deleted  bool
}

// step is one write: the episodes that it leaves otherwise, and how. nil stands for one that is gone.
// Only a record can be repeated when nobody knows whether it was made.
type step struct {
	leaves  map[string]*kept
	records bool
	run     func(ctx context.Context, m *opened) error
}

// writer makes the same steps whenever it is made with the same numbers, so that who knows how many
// were acknowledged knows what has to be there.
type writer struct {
	name    string
	random  *rand.Rand
	written int
	held    map[string]*kept
}

func newWriter(round, number int) *writer {
	return &writer{
		name: fmt.Sprintf("w%d", number), held: map[string]*kept{},
		random: soak.Rand(streamWriters, uint64(round*writerCount+number)),
	}
}

// next makes up a step. The episodes count as it leaves them from then on.
func (w *writer) next() step {
	present, deleted := w.list(false), w.list(true)
	s := step{leaves: map[string]*kept{}}
	switch what := w.random.IntN(20); {
	case what < 4 && len(present) > 0:
		id := w.pick(present)
		s.leaves[id] = &kept{revision: w.held[id].revision + 1, linked: w.held[id].linked}
		s.records, s.run = true, s.record
	case what < 6 && len(present) > 0:
		id := w.pick(present)
		left := *w.held[id]
		left.deleted = true
		s.leaves[id] = &left
		s.run = func(ctx context.Context, m *opened) error { return m.Recording.Delete(ctx, project, id) }
	case what < 7 && len(deleted) > 0:
		id := w.pick(deleted)
		left := *w.held[id]
		left.deleted = false
		s.leaves[id] = &left
		s.run = func(ctx context.Context, m *opened) error {
			receipt, err := m.Recording.Restore(ctx, project, id)
			return s.whole(receipt, err)
		}
	case what < 8 && len(present) > 2:
		id := w.pick(present)
		s.leaves[id] = nil
		s.run = func(ctx context.Context, m *opened) error { return m.Recording.Purge(ctx, project, id) }
	default:
		for range 1 + w.random.IntN(2) {
			w.written++
			s.leaves[fmt.Sprintf("%s-%04d", w.name, w.written)] = &kept{revision: 1, linked: w.pick(present)}
		}
		s.records, s.run = true, s.record
	}
	w.apply(s)
	return s
}

func (w *writer) apply(s step) {
	for id, left := range s.leaves {
		if left == nil {
			delete(w.held, id)
		} else {
			w.held[id] = left
		}
	}
}

// list returns the episodes that are deleted, or those that are not.
func (w *writer) list(deleted bool) []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(w.held)), func(id string) bool { return w.held[id].deleted != deleted })
}

// pick returns one of some, or "" if there is none.
func (w *writer) pick(of []string) string {
	if len(of) == 0 {
		return ""
	}
	return of[w.random.IntN(len(of))]
}

// record records the episodes of a step in one call. One is acknowledged once the index has it.
func (s step) record(ctx context.Context, m *opened) error {
	var all []episodic.Episode
	for _, id := range slices.Sorted(maps.Keys(s.leaves)) {
		all = append(all, s.leaves[id].episode(id))
	}
	receipts, err := m.Recording.RecordAll(ctx, project, all, false, episodic.StateIndexed)
	for _, r := range receipts {
		err = errors.Join(err, s.whole(r, nil))
	}
	return err
}

// whole returns an error unless the receipt says that the episode is as the step leaves it, and indexed.
func (s step) whole(r episodic.Receipt, err error) error {
	if err == nil && (r.State != episodic.StateIndexed || r.Revision != s.leaves[r.Episode].revision) {
		return fmt.Errorf("episode %s: %s in revision %d: %s", r.Episode, r.State, r.Revision, r.Reason)
	}
	return err
}

// episode is the content of an episode.
func (k *kept) episode(id string) episodic.Episode {
	random := rand.New(rand.NewPCG(uint64(k.revision), uint64(len(id))^uint64(id[1])<<8^uint64(id[len(id)-1])<<16))
	outcomes := []episodic.Outcome{episodic.OutcomeSuccess, episodic.OutcomeFailure, episodic.OutcomePartial}
	e := episodic.Episode{
		ID: id, Task: fmt.Sprintf("content %d of %s", k.revision, id), Outcome: outcomes[random.IntN(3)],
		Decisions: []episodic.Decision{{
			ID: "d1", Type: episodic.DecisionDesign, Chosen: fmt.Sprintf("way %d", random.IntN(6)), Outcome: outcomes[random.IntN(3)], Factor: "way",
		}},
		Links: []episodic.Link{{Source: "d1", Relation: episodic.RelationCauses, Target: episodic.OutcomeID, Basis: episodic.BasisStated}},
	}
	for i := range 2 + random.IntN(4) {
		e.Events = append(e.Events, episodic.Event{
			ID: fmt.Sprintf("e%d", i), Type: episodic.EventTest, Content: fmt.Sprintf("go test of part %d ended with %d", i, random.IntN(9)),
			Factor: fmt.Sprintf("part %d=%d", i, random.IntN(3)),
		})
		e.Links = append(e.Links, episodic.Link{Source: "d1", Relation: episodic.RelationCauses, Target: e.Events[i].ID, Basis: episodic.BasisStated})
	}
	if k.linked != "" {
		e.Links = append(e.Links, episodic.Link{Source: k.linked + "/e0", Relation: episodic.RelationEnables, Target: "e1", Basis: episodic.BasisStated})
	}
	return e
}

// hash is that of the content of an episode.
func (k *kept) hash(id string) (string, error) {
	p, err := intake.Prepare(k.episode(id))
	return p.Hash, err
}

// repeatAll makes the steps again of which nobody knows whether they were made, and acknowledges them.
func repeatAll(ctx context.Context, m *opened, round int, done acknowledged) (acknowledged, error) {
	for number := range writerCount {
		w := newWriter(round, number)
		for range done[number] {
			w.next()
		}
		if s := w.next(); s.records {
			if err := s.run(ctx, m); err != nil {
				return done, fmt.Errorf("writer %d, step %d again: %w", number, done[number], err)
			}
			done[number]++
		}
	}
	return done, nil
}

// writeAll lets all writers make steps until ctx ends, a step fails or each has made most. It tells
// acknowledged of each, and returns the first error.
func writeAll(ctx context.Context, m *opened, round, most int, acknowledged func(writer int)) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var writing, tending sync.WaitGroup
	tending.Go(func() { m.tend(ctx) })
	for number := range writerCount {
		writing.Go(func() {
			for w, n := newWriter(round, number), 0; n < most && ctx.Err() == nil; n++ {
				if err := w.next().run(ctx, m); err != nil {
					cancel(fmt.Errorf("writer %d, step %d: %w", number, n, err))
					return
				}
				acknowledged(number)
			}
		})
	}
	writing.Wait()
	err := context.Cause(ctx)
	cancel(nil)
	tending.Wait()
	return err
}
