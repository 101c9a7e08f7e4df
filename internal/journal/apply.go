package journal

import (
	"context"
	_ "embed" // the statements are files
	"fmt"

	"github.com/google/uuid"
	"zombiezen.com/go/sqlite"

	"github.com/causeway-memory/causeway/internal/text"
)

var (
	//go:embed sql/record/list_waiting.sql
	listWaiting statement
	//go:embed sql/record/list_failures.sql
	listFailures statement
	//go:embed sql/record/mark_applied.sql
	markApplied statement
	//go:embed sql/record/list_unindexed.sql
	listUnindexed statement
	//go:embed sql/record/mark_indexed.sql
	markIndexed statement
	//go:embed sql/record/set_aside.sql
	setAside statement
	//go:embed sql/record/retry_record.sql
	retryRecord statement
)

const (
	// pendingBytes is about how many bytes of bodies Pending returns at once; one record may have more.
	pendingBytes = 4 << 20
	// reasonCharacters is how much of a reason is kept.
	reasonCharacters = 1_000
)

// Pending returns records in a state other than INDEXED whose sequence comes after one, in order: at most limit, and
// about 4 MiB of bodies. It begins with 0. Records that cannot be read, because the file is damaged there, are
// left out and told by [Journal.Ready] and [Journal.Stats].
func (j *Journal) Pending(ctx context.Context, state State, after int64, limit int) ([]Entry, error) {
	number := stateNumber(state)
	var out []Entry
	err := j.view(ctx, func(conn *sqlite.Conn) error {
		bytes := 0
		err := query(conn, listWaiting, params{"$state": number, "$after": after, "$limit": limit}, func(r row) {
			if bytes < pendingBytes {
				e := r.entry()
				out, bytes = append(out, e), bytes+len(e.Body)
			}
		})
		if isDamage(err) && len(out) == 0 {
			out, err = j.pendingAround(conn, state, after, limit)
		} else if isDamage(err) {
			err = nil // those before the damage come first
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list what is pending: %w", err)
	}
	return out, nil
}

// MarkApplied notes that the graph has records, by their sequences. It leaves alone what is not JOURNALED or is gone.
func (j *Journal) MarkApplied(ctx context.Context, sequences []int64) error {
	err := j.do(ctx, &call{work: func(conn *sqlite.Conn) (c change, err error) {
		p := params{"$sequences": list(sequences), "$now": j.options.Now().UnixMicro()}
		err = query(conn, markApplied, p, func(r row) { c.move(journaled, applied, r.int64("size")) })
		c.wakes = c.records[applied] > 0
		return c, err
	}})
	if err != nil {
		return fmt.Errorf("mark %d records as applied: %w", len(sequences), err)
	}
	return nil
}

// MarkIndexed notes that both engines have records, and removes their bodies. It leaves alone what was set aside or is gone.
func (j *Journal) MarkIndexed(ctx context.Context, sequences []int64) error {
	err := j.settle(ctx, sequences, indexed, func(conn *sqlite.Conn) error {
		return exec(conn, markIndexed, params{"$sequences": list(sequences), "$now": j.options.Now().UnixMicro()})
	})
	if err != nil {
		return fmt.Errorf("mark %d records as indexed: %w", len(sequences), err)
	}
	return nil
}

// SetAside takes a record out of the way of the others: an engine will never take it, for the reason. It stays, as FAILED, until
// [Journal.Retry] or [Journal.Purge]. It leaves alone what is INDEXED or gone.
func (j *Journal) SetAside(ctx context.Context, sequence int64, reason string) error {
	err := j.settle(ctx, []int64{sequence}, failed, func(conn *sqlite.Conn) error {
		return exec(conn, setAside, params{"$sequences": list([]int64{sequence}), "$reason": text.Shorten(reason, reasonCharacters)})
	})
	if err != nil {
		return fmt.Errorf("set record %d aside: %w", sequence, err)
	}
	return nil
}

// settle moves those of some records that are JOURNALED or APPLIED into a state.
func (j *Journal) settle(ctx context.Context, sequences []int64, to int, work func(*sqlite.Conn) error) error {
	return j.do(ctx, &call{work: func(conn *sqlite.Conn) (c change, err error) {
		err = query(conn, listUnindexed, params{"$sequences": list(sequences)}, func(r row) {
			c.move(int(r.int64("state")), to, r.int64("size"))
		})
		if err != nil {
			return c, err
		}
		return c, work(conn)
	}})
}

// Failures returns receipts of the set-aside records of a project whose sequence comes after one, in order, at most limit.
func (j *Journal) Failures(ctx context.Context, project string, after int64, limit int) ([]Receipt, error) {
	var out []Receipt
	err := j.view(ctx, func(conn *sqlite.Conn) error {
		p := params{"$project": project, "$after": after, "$limit": limit}
		return query(conn, listFailures, p, func(r row) { out = append(out, r.receipt()) })
	})
	if err != nil {
		return nil, fmt.Errorf("list failures: %w", err)
	}
	return out, nil
}

// Retry lets set-aside records of a project be applied again, in the place that they had, and returns how many there were of the ids.
func (j *Journal) Retry(ctx context.Context, project string, ids []string) (retried int, err error) {
	err = j.do(ctx, &call{work: func(conn *sqlite.Conn) (c change, err error) {
		retried = 0
		for _, text := range ids {
			id, err := uuid.Parse(text)
			if err != nil {
				continue
			}
			err = query(conn, retryRecord, params{"$project": project, "$id": id[:]}, func(r row) {
				c.move(failed, journaled, r.int64("size"))
				c.wakes = true
				retried++
			})
			if err != nil {
				return c, err
			}
		}
		return c, nil
	}})
	if err != nil {
		return 0, fmt.Errorf("retry %d records: %w", len(ids), err)
	}
	return retried, nil
}
