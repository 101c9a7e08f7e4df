package journal

import (
	"context"
	_ "embed" // the statements are files
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"zombiezen.com/go/sqlite"
)

//go:embed sql/record/list_receipts.sql
var listReceipts statement

// Numbers of the states in the file, and how many there are.
const (
	journaled = iota
	applied
	indexed
	failed
	stateCount
)

// Receipts returns the receipts of records by their ids, in the order of the ids. Ids that the journal does not know, or no more,
// are left out.
func (j *Journal) Receipts(ctx context.Context, project string, ids []string) ([]Receipt, error) {
	var out []Receipt
	err := j.view(ctx, func(conn *sqlite.Conn) error {
		for _, text := range ids {
			id, err := uuid.Parse(text)
			if err != nil {
				continue
			}
			err = query(conn, findRecord, params{"$project": project, "$id": id[:]}, func(r row) { out = append(out, r.receipt()) })
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("find receipts: %w", err)
	}
	return out, nil
}

// ReceiptsOfKey returns the receipts of the call with an idempotency key, in the order of its records; none for a key
// that the journal does not know, or no more.
func (j *Journal) ReceiptsOfKey(ctx context.Context, project, key string) (out []Receipt, err error) {
	err = j.view(ctx, func(conn *sqlite.Conn) (err error) {
		out, _, err = receiptsOfKey(conn, project, key)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find the receipts of a call: %w", err)
	}
	return out, nil
}

// receiptsOfKey returns also the digest of the call; nil if there is none.
func receiptsOfKey(conn *sqlite.Conn, project, key string) (out []Receipt, digest []byte, err error) {
	var text string
	err = query(conn, findCall, params{"$project": project, "$key": key}, func(r row) {
		digest, text = r.bytes("digest"), r.text("sequences")
	})
	if err != nil || digest == nil {
		return nil, nil, err
	}
	var sequences []int64
	if err := json.Unmarshal([]byte(text), &sequences); err != nil {
		return nil, nil, fmt.Errorf("read the sequences of a call: %w", err)
	}
	found := map[int64]Receipt{}
	err = query(conn, listReceipts, params{"$project": project, "$sequences": text}, func(r row) {
		receipt := r.receipt()
		found[receipt.Sequence] = receipt
	})
	for _, sequence := range sequences {
		if receipt, there := found[sequence]; there {
			out = append(out, receipt)
		}
	}
	return out, digest, err
}

// receipt reads the columns of a receipt.
func (r row) receipt() Receipt {
	out := Receipt{
		Project: r.text("project"), Sequence: r.int64("sequence"), Reason: r.text("reason"), Note: r.text("note"),
		JournaledAt: r.micros("journaled_at"), AppliedAt: r.micros("applied_at"),
	}
	var id uuid.UUID
	r.stmt.GetBytes("id", id[:])
	out.ID = id.String()
	if state := r.int64("state"); state >= 0 && state < stateCount {
		out.State = States()[state]
	}
	return out
}

// entry reads the columns of a record.
func (r row) entry() Entry {
	return Entry{Receipt: r.receipt(), Key: r.text("key"), Hash: r.bytes("hash"), Body: r.bytes("body")}
}

// view runs work that only reads: all its statements see the journal at one moment.
func (j *Journal) view(ctx context.Context, work func(*sqlite.Conn) error) error {
	conn, err := j.readers.Take(ctx)
	if err != nil {
		return j.explain(err)
	}
	defer j.readers.Put(conn)
	if err := run(conn, "BEGIN"); err != nil {
		return j.explain(err)
	}
	err = work(conn)
	conn.SetInterrupt(nil)
	if !conn.AutocommitEnabled() {
		err = errors.Join(err, run(conn, rollback))
	}
	if err != nil && ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return j.explain(err)
}

// stateNumber is the number of a state in the file; -1 for none.
func stateNumber(s State) int { return slices.Index(States(), s) }
