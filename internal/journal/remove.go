package journal

import (
	"context"
	_ "embed" // the statements are files
	"fmt"
	"time"

	"zombiezen.com/go/sqlite"
)

var (
	//go:embed sql/record/purge_records.sql
	purgeRecords statement
	//go:embed sql/record/purge_calls.sql
	purgeCalls statement
	//go:embed sql/record/prune_records.sql
	pruneRecords statement
	//go:embed sql/record/prune_calls.sql
	pruneCalls statement
	//go:embed sql/record/find_last.sql
	findLast statement
)

const (
	// removeBatch is how many records one transaction removes, so that no writer waits for long.
	removeBatch = 500
	// wipeTime is how long emptying the log waits for readers, and writers for it.
	wipeTime = time.Second
)

// Purge removes every record of a project that was acknowledged before the call, in every state, with their receipts, and leaves no
// text of them in the files. It returns how many there were, and how many of them were not in the graph. It takes several transactions; what a
// crash leaves of the project the next call removes.
func (j *Journal) Purge(ctx context.Context, project string) (removed, waiting int, err error) {
	var last int64
	if err = j.view(ctx, func(conn *sqlite.Conn) (err error) { last, err = lastSequence(conn); return err }); err != nil {
		return 0, 0, fmt.Errorf("purge the journal: %w", err)
	}
	for more := true; more && err == nil; {
		n, wait := 0, 0
		err = j.do(ctx, &call{work: func(conn *sqlite.Conn) (c change, err error) {
			n, wait = 0, 0
			err = query(conn, purgeRecords, params{"$project": project, "$last": last, "$limit": removeBatch}, func(r row) {
				state := int(r.int64("state"))
				c.gain(state, -1, -r.int64("size"))
				if n++; state == journaled || state == failed {
					wait++
				}
			})
			if err == nil && n < removeBatch {
				err = exec(conn, purgeCalls, params{"$project": project, "$last": last})
			}
			return c, err
		}})
		removed, waiting, more = removed+n, waiting+wait, n == removeBatch
	}
	if err == nil {
		err = j.forgetTraces(ctx, purgeTraces, params{"$project": project})
	}
	j.wiping.Store(true)
	if err == nil {
		err = j.do(ctx, &call{alone: j.wipe})
	}
	if err != nil {
		return removed, waiting, fmt.Errorf("purge the journal: %w", err)
	}
	return removed, waiting, nil
}

// wipe empties the log, which may hold what was purged. The file itself does not: with secure_delete SQLite
// overwrites what is deleted with zeros. While a reader needs the log, that has to wait: Tend tries again.
func (j *Journal) wipe(conn *sqlite.Conn) error {
	if !j.wiping.Load() {
		return nil
	}
	conn.SetBusyTimeout(wipeTime)
	log, err := checkpoint(conn, "TRUNCATE")
	if err == nil && !log.busy {
		j.wiping.Store(false)
	}
	return err
}

// Prune removes receipts of records that were applied more than [Options.KeepReceipts] ago, and what is known of traces that need
// nothing and were silent for as long, in several transactions.
func (j *Journal) Prune(ctx context.Context) (removed int, err error) {
	before := j.options.Now().Add(-j.options.KeepReceipts).UnixMicro()
	for more := true; more && err == nil; {
		n, calls := 0, 0
		err = j.do(ctx, &call{work: func(conn *sqlite.Conn) (c change, err error) {
			n, calls = 0, 0
			err = query(conn, pruneRecords, params{"$before": before, "$limit": removeBatch}, func(r row) {
				c.gain(indexed, -1, -r.int64("size"))
				n++
			})
			if err == nil && n < removeBatch {
				err = query(conn, pruneCalls, params{"$limit": removeBatch}, func(row) { calls++ })
			}
			return c, err
		}})
		removed, more = removed+n, n == removeBatch || calls == removeBatch
	}
	if err == nil {
		err = j.forgetTraces(ctx, pruneTraces, params{"$before": before})
	}
	if err != nil {
		return removed, fmt.Errorf("prune the journal: %w", err)
	}
	return removed, nil
}

// lastSequence is the last one that was given; 0 before the first.
func lastSequence(conn *sqlite.Conn) (last int64, err error) {
	err = query(conn, findLast, nil, func(r row) { last = r.int64("sequence") })
	return last, err
}
