package sqlitestore

import (
	"context"
	"errors"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/write"
)

// RecordEpisodes implements [episodic.Store].
func (s *Store) RecordEpisodes(
	ctx context.Context, project string, episodes []episodic.Prepared, strict bool, now time.Time,
) ([]episodic.Receipt, error) {
	return write.Record(ctx, &recordingWriter{writer: writer{s}, episodes: episodes}, project, episodes, strict, now)
}

// RecordMarked implements [episodic.MarkingIndex].
func (x *Index) RecordMarked(
	ctx context.Context, project string, episodes []episodic.Prepared, strict bool, now time.Time, prepare func() episodic.IndexWrite,
) (receipts []episodic.Receipt, indexed bool, err error) {
	w := &recordingWriter{writer: writer{x.store}, episodes: episodes, prepare: prepare}
	receipts, err = write.Record(ctx, w, project, episodes, strict, now)
	if refused := new(indexingError); errors.As(err, &refused) {
		receipts, err = x.store.RecordEpisodes(ctx, project, episodes, strict, now)
		return receipts, false, err
	}
	return receipts, w.indexed, err
}

// indexingError says that the index did not take what was recorded.
type indexingError struct{ cause error }

func (e *indexingError) Error() string { return "index what was recorded: " + e.cause.Error() }
func (e *indexingError) Unwrap() error { return e.cause }

// recordingWriter is a writer of new episodes. It makes as much as it can of them before it waits for the lock of writers.
type recordingWriter struct {
	writer
	episodes []episodic.Prepared
	// prepare is for the index, if that takes them in the same transaction, and indexed whether it did.
	prepare func() episodic.IndexWrite
	indexed bool
}

// Write implements [write.Store].
func (w *recordingWriter) Write(ctx context.Context, project string, begin write.Begin, work func(write.Tx) error) error {
	if settled, err := w.settle(ctx, project, begin, work); err != nil || settled {
		return err
	}
	packed, err := w.store.packer.packAll(w.episodes)
	if err != nil {
		return err
	}
	var index encodedWrite
	if w.prepare != nil {
		index = encodeWrite(w.prepare())
	}
	return w.write(ctx, project, begin, func(t *episodeTx) (err error) {
		t.packed = packed
		if err := work(t); err != nil || w.prepare == nil {
			return err
		}
		if w.indexed, err = t.indexRecorded(project, index); err != nil {
			return &indexingError{err}
		}
		return nil
	})
}

// encodedWrite is an [episodic.IndexWrite] with its chunks encoded, by generation.
type encodedWrite struct {
	episodic.IndexWrite
	episodes map[int][]encodedEpisode
}

func encodeWrite(w episodic.IndexWrite) encodedWrite {
	out := encodedWrite{IndexWrite: w, episodes: make(map[int][]encodedEpisode, len(w.Chunks))}
	for generation, chunks := range w.Chunks {
		out.episodes[generation] = encodeEpisodes(chunks)
	}
	return out
}
