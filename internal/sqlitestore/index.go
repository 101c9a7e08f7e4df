package sqlitestore

import (
	"context"
	_ "embed" // the statements are files
	"fmt"
	"strconv"
	"strings"

	"zombiezen.com/go/sqlite"

	"github.com/causeway-memory/causeway/episodic"
)

var _ episodic.Index = (*Index)(nil)

// Index finds chunks by words with FTS5, in the same file as the store and without looking at
// what the store holds. Every project has a table of words of its own, so that no word of
// another project weighs in its ranking.
//
// An episode that PutEpisodes took is found by the next Search, whole and in its new revision
// only: its chunks and their words are written in one transaction.
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

// indexTx is a transaction on the index of one project.
type indexTx struct {
	*tx
	// project is the number of the project; 0 when it has no index.
	project int64
}

func (t *tx) index(project string) (*indexTx, error) {
	x := &indexTx{tx: t}
	err := t.query(findIndex, params{"project": project}, func(r *row) { x.project = r.int64("number") })
	return x, err
}

// words is a statement on the table of words of the project. The name of that table is the
// one thing in a statement that is not constant; it holds nothing but a number.
func (x *indexTx) words(st statement) statement {
	return statement(strings.ReplaceAll(string(st), "words_0", "words_"+strconv.FormatInt(x.project, 10)))
}

// view runs work on the index of a project that has one.
func (x *Index) view(ctx context.Context, project string, work func(*indexTx) error) error {
	return x.store.view(ctx, func(t *tx) error {
		i, err := t.index(project)
		if err != nil || i.project == 0 {
			return err
		}
		return work(i)
	})
}
