package archive

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// The limits of one read and one write.
const (
	batchBytes    = 8 << 20
	batchFirst    = 16
	batchEpisodes = 128
)

// pacer chooses the number of items per batch, so that a batch stays near batchBytes although sizes
// are known only afterwards. The zero value is ready.
type pacer struct{ next int }

// take returns the number of items of the next batch.
func (p *pacer) take(left int) int {
	if p.next == 0 {
		p.next = batchFirst
	}
	return min(p.next, left)
}

// note records the size in bytes of the last batch of n items.
func (p *pacer) note(n, bytes int) {
	fit := batchEpisodes
	if bytes > 0 {
		fit = int(int64(n) * batchBytes / int64(bytes))
	}
	p.next = max(1, min(fit, 2*p.next, batchEpisodes))
}

// revisionsOf returns the keys of all revisions of an episode.
func revisionsOf(r episodic.Record) []episodic.RevisionKey {
	keys := make([]episodic.RevisionKey, r.Revision)
	for i := range keys {
		keys[i] = episodic.RevisionKey{Episode: r.Episode, Number: i + 1}
	}
	return keys
}

// historyReader is the part of a [episodic.Store] that reads histories.
type historyReader interface {
	ListContents(ctx context.Context, project string, revisions []episodic.RevisionKey) ([]episodic.Content, error)
}

// eachPast calls do with the records in batches, each with the contents of all revisions by
// episode, ordered by number; episodes purged in the meantime have none.
func eachPast(
	ctx context.Context, from historyReader, project string, records []episodic.Record, do func([]episodic.Record, map[string][]episodic.Content) error,
) error {
	var pace pacer
	for len(records) > 0 {
		batch := records[:pace.take(len(records))]
		records = records[len(batch):]
		var keys []episodic.RevisionKey
		for _, r := range batch {
			keys = append(keys, revisionsOf(r)...)
		}
		contents, err := from.ListContents(ctx, project, keys)
		if err != nil {
			return fmt.Errorf("read %d episodes of %s: %w", len(batch), project, err)
		}
		bytes, past := 0, map[string][]episodic.Content{}
		for _, c := range contents {
			bytes += len(c.JSON)
			past[c.Episode] = append(past[c.Episode], c)
		}
		for _, list := range past {
			slices.SortFunc(list, func(a, b episodic.Content) int { return cmp.Compare(a.Number, b.Number) })
		}
		pace.note(len(batch), bytes)
		if err := do(batch, past); err != nil {
			return err
		}
	}
	return nil
}

// intact reports whether a content matches its hash.
func intact(c episodic.Content) bool { return intake.ContentHash(c.JSON) == c.Hash }

// history assembles the history of an episode from all its revisions, in order.
func history(r episodic.Record, contents []episodic.Content) (episodic.History, error) {
	for _, c := range contents {
		if !intact(c) {
			return episodic.History{}, fmt.Errorf("the content of revision %d does not fit its hash", c.Number)
		}
	}
	last := contents[len(contents)-1]
	prepared, err := reprepare(last)
	if err != nil {
		return episodic.History{}, err
	}
	return episodic.History{Last: prepared, Contents: contents, DeletedAt: r.DeletedAt, Access: r.Access}, nil
}

// reprepare prepares a recorded content again. It keeps the recorded form and hash even if the
// normalization rules have changed since.
func reprepare(c episodic.Content) (episodic.Prepared, error) {
	var e episodic.Episode
	if err := json.Unmarshal(c.JSON, &e); err != nil {
		return episodic.Prepared{}, fmt.Errorf("read the content of revision %d: %w", c.Number, err)
	}
	p, err := intake.Prepare(e)
	if err != nil {
		return episodic.Prepared{}, fmt.Errorf("prepare the content of revision %d: %w", c.Number, err)
	}
	p.Content, p.Hash = c.JSON, c.Hash
	return p, nil
}

// Deleted calls each with the histories of the deleted episodes of a project, by id; those purged meanwhile are left out. It
// returns ErrProjectNotFound.
func Deleted(ctx context.Context, from CopyStore, project string, each func(episodic.History) error) error {
	records, err := from.Snapshot(ctx, project)
	if err != nil {
		return err
	}
	records = slices.DeleteFunc(records, func(r episodic.Record) bool { return r.DeletedAt.IsZero() })
	return eachPast(ctx, from, project, records, func(batch []episodic.Record, past map[string][]episodic.Content) error {
		for _, r := range batch {
			if len(past[r.Episode]) != r.Revision {
				continue
			}
			h, err := history(r, past[r.Episode])
			if err != nil {
				return fmt.Errorf("deleted episode %q: %w", r.Episode, err)
			}
			if err := each(h); err != nil {
				return err
			}
		}
		return nil
	})
}

// Rebuilt makes the history of a deleted episode of its contents, in the order of their numbers, again. An error says what is wrong
// with them.
func Rebuilt(id string, deletedAt time.Time, access episodic.Access, contents []episodic.Content) (episodic.History, error) {
	if len(contents) == 0 || deletedAt.IsZero() {
		return episodic.History{}, fmt.Errorf("deleted episode %q has no content, or no time of its deletion", id)
	}
	for i, c := range contents {
		if c.Number != i+1 {
			return episodic.History{}, fmt.Errorf("revision %d of deleted episode %q comes as number %d", c.Number, id, i+1)
		}
	}
	h, err := history(episodic.Record{Episode: id, DeletedAt: deletedAt, Access: access}, contents)
	if err == nil && h.Last.Episode.ID != id {
		err = fmt.Errorf("the content is that of episode %q", h.Last.Episode.ID)
	}
	if err != nil {
		return h, fmt.Errorf("deleted episode %q: %w", id, err)
	}
	return h, nil
}
