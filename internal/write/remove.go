package write

import (
	"context"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ledger"
)

// Delete takes an episode out of every read. It is [episodic.EpisodeWriter.DeleteEpisode].
func Delete(ctx context.Context, s Store, project, id string, now time.Time) error {
	err := noted(ctx, s, project, func(tx Tx) error {
		known, err := head(tx, id)
		if err != nil {
			return err
		}
		if !known.Present {
			return episodic.ErrNotFound
		}
		if err := tx.Erase([]string{id}); err != nil {
			return err
		}
		if err := tx.DeleteEpisode(id, now.UTC()); err != nil {
			return err
		}
		_, err = settle(tx, Changes{Gone: []string{id}})
		return err
	})
	if err != nil {
		return fmt.Errorf("delete episode %q: %w", id, err)
	}
	return nil
}

// Restore undoes [Delete]. It is [episodic.EpisodeWriter.RestoreEpisode].
func Restore(ctx context.Context, s Store, project, id string, now time.Time) (episodic.Receipt, error) {
	now = now.UTC()
	var writes []intake.Write
	err := noted(ctx, s, project, func(tx Tx) error {
		known, err := head(tx, id)
		if err != nil {
			return err
		}
		if known.Revision == 0 || known.Present {
			return episodic.ErrNotFound
		}
		content, err := tx.DeletedEpisode(id)
		if err != nil {
			return err
		}
		prepared, err := intake.Prepare(content)
		if err != nil {
			return fmt.Errorf("prepare its last content: %w", err)
		}
		prepared.Hash = known.Hash
		writes = intake.Plan([]episodic.Prepared{prepared}, map[string]episodic.Head{id: known}, now)
		if err := findPending(tx, writes, false); err != nil {
			return err
		}
		_, err = apply(tx, writes, now)
		return err
	})
	if err != nil {
		return episodic.Receipt{}, fmt.Errorf("restore episode %q: %w", id, err)
	}
	return intake.Receipts(project, writes)[0], nil
}

// Purge removes every trace of an episode. It is [episodic.EpisodeWriter.PurgeEpisode].
func Purge(ctx context.Context, s Store, project, id string) error {
	err := noted(ctx, s, project, func(tx Tx) error {
		known, err := head(tx, id)
		switch {
		case err != nil:
			return err
		case known.Revision == 0:
			return episodic.ErrNotFound
		case known.Present:
			return PurgeAll(tx, []string{id}, []string{id})
		default:
			return PurgeAll(tx, []string{id}, nil)
		}
	})
	if err != nil {
		return fmt.Errorf("purge episode %q: %w", id, err)
	}
	return nil
}

// noted runs work on one episode, and keeps the note of the call in the same transaction.
func noted(ctx context.Context, s Store, project string, work func(Tx) error) error {
	note, one := ledger.NoteOf(ctx), ledger.Changed{Things: 1}
	err := s.Write(ctx, project, Begin{}, func(tx Tx) error {
		if err := work(tx); err != nil {
			return err
		}
		return note.Put(one, tx.PutEntry)
	})
	if err == nil {
		note.Committed(one)
	}
	return err
}

// PurgeAll removes every trace of episodes, of which some are in the factor layer. Their
// contributions refer to their rows, so they go before these.
func PurgeAll(tx Tx, ids, derived []string) error {
	if err := tx.Erase(derived); err != nil {
		return err
	}
	if err := deriveChanges(tx, Changes{Gone: derived}); err != nil {
		return err
	}
	if err := tx.PurgeEpisodes(ids); err != nil {
		return err
	}
	return tx.Sweep()
}

func head(l Lookup, id string) (episodic.Head, error) {
	heads, err := l.Heads([]string{id})
	return heads[id], err
}
