package sqlitestore

import (
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/postings"
	"github.com/causeway-memory/causeway/internal/sqlitefile"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

var (
	//go:embed sql/migration/list_old_words.sql
	listOldWords statement
	//go:embed sql/migration/list_place_chunks.sql
	listPlaceChunks statement
)

// convertWords makes segments of the words that an older version kept in an FTS5 table for each
// place, and drops those tables. FTS5 tells in which chunk each term stands, which is all that a
// segment holds. The names of these tables are the one thing in a statement that is not constant;
// they hold nothing but a number.
func (t *tx) convertWords() error {
	var places []int64
	if err := t.query(listOldWords, nil, func(r *row) { places = append(places, r.int64("number")) }); err != nil {
		return err
	}
	for _, place := range places {
		x := &indexTx{tx: t, place: place}
		if err := x.convert(); err != nil {
			return fmt.Errorf("convert the words of place %d: %w", place, err)
		}
		if err := sqlitefile.Execute(t.conn, fmt.Sprintf("DROP TABLE words_%d", place)); err != nil {
			return err
		}
	}
	return nil
}

// convert makes one segment of the FTS5 table of the place.
func (x *indexTx) convert() error {
	var numbers []int64
	var parts []uint8
	err := x.query(listPlaceChunks, params{"project": x.place}, func(r *row) {
		numbers = append(numbers, r.int64("number"))
		parts = append(parts, partCode(episodic.ChunkPart(r.text("part"))))
	})
	if err != nil || len(numbers) == 0 {
		return err
	}
	const number = 1 // of the first segment of a place
	b := postings.NewBuilder(numbers, x.pageWriter(number))
	if err := x.readOldWords(b.Add); err != nil {
		return err
	}
	lengths, err := b.Close()
	if err != nil {
		return err
	}
	table := &postings.Table{}
	for i, n := range numbers {
		table.Append(n, lengths[i], parts[i])
	}
	return x.addSegment(&segment{state: segmentSearched}, table)
}

// readOldWords reads which term stands in which chunk, and whether in its own text, in the order
// of the terms.
func (x *indexTx) readOldWords(each func(term string, chunk int64, own bool) error) error {
	err := sqlitefile.Execute(x.conn, fmt.Sprintf("CREATE VIRTUAL TABLE temp.old_words USING fts5vocab(main, words_%d, instance)", x.place))
	if err != nil {
		return err
	}
	err = sqlitex.ExecuteTransient(x.conn, "SELECT term, doc, col FROM temp.old_words", &sqlitex.ExecOptions{
		ResultFunc: func(stmt *sqlite.Stmt) error {
			return each(stmt.ColumnText(0), stmt.ColumnInt64(1), stmt.ColumnText(2) == "own")
		},
	})
	if err != nil {
		return err
	}
	return sqlitefile.Execute(x.conn, "DROP TABLE temp.old_words")
}
