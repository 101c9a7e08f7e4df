package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"zombiezen.com/go/sqlite"
)

var _ episodic.Index = (*Index)(nil)

// Index finds chunks by words with an inverted index of its own (package postings) and by vectors
// with a scan of all of them, in the same file as the store and without looking at what the store
// holds. The words of a generation of a project do not affect the ranking of another one.
//
// What was put last is fresh: the words of each row of chunks lie there by themselves, and every
// search looks through all of them. From some number of bytes on they become a segment, in which a
// search finds a term without looking at others. Segments are merged into larger ones, some of
// them with each write that makes one, so that there are few and no write takes long.
//
// An episode that PutEpisodes took is found by the next Search and Nearest, whole and in its
// new revision only: its chunks, their words and vectors are written in one transaction.
type Index struct {
	store *Store
}

// Index returns the search index of the same file. It lives as long as the Store.
func (s *Store) Index() *Index { return &Index{store: s} }

// Version returns the version of SQLite, like "3.51.2". It doubles as a check that the file
// answers.
func (x *Index) Version(ctx context.Context) (string, error) {
	if err := x.store.view(ctx, func(*tx) error { return nil }); err != nil {
		return "", fmt.Errorf("read the version of SQLite: %w", err)
	}
	n := int64(sqlite.VersionNumber)
	return fmt.Sprintf("%d.%d.%d", n/1_000_000, n/1_000%1_000, n%1_000), nil
}

// Close does nothing: the store closes the file.
func (x *Index) Close() {}

//go:embed sql/index/find_index.sql
var findIndex statement

// indexTx is a transaction on one generation of the index of a project.
type indexTx struct {
	*tx
	// place is the number of the generation; 0 when it holds nothing.
	place int64
	// dimension is that of its vectors; 0 when it has none.
	dimension int
	// state tells what its vectors are now from what they were.
	state vectorState
	// vectorsGone says that this transaction removed vectors.
	vectorsGone bool
	// embedded is how many more chunks have a vector of their own by this transaction.
	embedded int
	digests  episodic.Digester
}

func (t *tx) index(at episodic.IndexGeneration) (*indexTx, error) {
	x := &indexTx{tx: t}
	err := t.query(findIndex, params{"project": at.Project, "generation": at.Generation}, func(r *row) {
		x.place, x.dimension = r.int64("number"), r.integer("dimension")
		x.state = vectorState{added: r.int64("added"), removed: r.int64("removed")}
	})
	return x, err
}

// view runs work on a place that holds something.
func (x *Index) view(ctx context.Context, at episodic.IndexGeneration, work func(*indexTx) error) error {
	return x.store.view(ctx, func(t *tx) error {
		i, err := t.index(at)
		if err != nil || i.place == 0 {
			return err
		}
		return work(i)
	})
}
