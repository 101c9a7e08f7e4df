package journal

import (
	"context"
	"errors"
	"fmt"

	"zombiezen.com/go/sqlite"

	"github.com/causeway-memory/causeway/internal/sqlitefile"
)

// LimitPages lets the file have at most so many pages more than it has now; below 0 as many as there is room for.
func (j *Journal) LimitPages(more int) error {
	return j.do(context.Background(), &call{alone: func(conn *sqlite.Conn) error {
		pages, err := sqlitefile.Pragma(conn, "page_count", (*sqlite.Stmt).ColumnInt)
		if err != nil {
			return err
		}
		if pages += more; more < 0 {
			pages = 1 << 30
		}
		return sqlitefile.Execute(conn, fmt.Sprintf("PRAGMA max_page_count = %d", pages))
	}})
}

// Statements are the texts of the statements that the package runs, by the names of their files.
func Statements() map[string]string {
	out := map[string]string{}
	for _, st := range []statement{
		addRecord, findRecord, findCall, addCall, listReceipts, listWaiting, listFailures, markApplied, listUnindexed, markIndexed, setAside,
		retryRecord, purgeRecords, purgeCalls, pruneRecords, pruneCalls, findLast, sumStates, findOldest, listAfter, getRecord, checkQuickly,
		noteTrace, noteRefusal, listDue, settleTrace, listTraces, listRefusals, pruneTraces, pruneRefusals, purgeTraces,
	} {
		out[st.name()] = string(st)
	}
	return out
}

// Plan is how SQLite runs a statement, in words.
func (j *Journal) Plan(text string) (plan string, err error) {
	err = j.do(context.Background(), &call{alone: func(conn *sqlite.Conn) error {
		plan = ""
		stmt, _, err := conn.PrepareTransient("EXPLAIN QUERY PLAN " + text)
		if err != nil {
			return err
		}
		for {
			if more, err := stmt.Step(); err != nil || !more {
				return errors.Join(err, stmt.Finalize())
			}
			plan += stmt.GetText("detail") + "\n"
		}
	}})
	return plan, err
}

// Log is the length of the log in pages.
func (j *Journal) Log() (pages int64, err error) {
	err = j.do(context.Background(), &call{alone: func(conn *sqlite.Conn) error {
		l, err := checkpoint(conn, "NOOP")
		pages = l.pages
		return err
	}})
	return pages, err
}
