package journal

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed" // the statements are files
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"zombiezen.com/go/sqlite"

	"github.com/causeway-memory/causeway/internal/problem"
)

var (
	//go:embed sql/record/add_record.sql
	addRecord statement
	//go:embed sql/record/find_record.sql
	findRecord statement
	//go:embed sql/record/find_call.sql
	findCall statement
	//go:embed sql/record/add_call.sql
	addCall statement
)

// hashBytes is the most bytes of a hash.
const hashBytes = 64

// Append keeps records of a project, all or none, and returns the receipt of each once it is on disk. key is the
// idempotency key of the call, empty for none. It returns a [problem.InvalidError] for records that are none (paths begin with
// "records"), a [ConflictError], an [ExhaustedError], or an [episodic.EngineError] if the file cannot be written.
func (j *Journal) Append(ctx context.Context, project, key string, records []Record) ([]Receipt, error) {
	a, err := j.newAppending(project, key, records)
	if err != nil {
		return nil, err
	}
	if err := j.numbers.reserve(int64(len(records)), a.bytes); err != nil {
		return nil, err
	}
	defer j.numbers.release(int64(len(records)), a.bytes)
	if err := j.do(ctx, &call{work: a.run}); err != nil {
		return nil, fmt.Errorf("append %d records: %w", len(records), err)
	}
	return a.receipts, nil
}

// appending is a call of [Journal.Append] under way.
type appending struct {
	project, key string
	records      []Record
	ids          []uuid.UUID
	bytes        int64
	now          func() time.Time

	receipts []Receipt
	conflict ConflictError
}

// newAppending checks the records of a call.
func (j *Journal) newAppending(project, key string, records []Record) (*appending, error) {
	a := &appending{project: project, key: key, records: records, ids: make([]uuid.UUID, len(records)), now: j.options.Now}
	var c problem.Checker
	if project == "" {
		c.Invalid("project", "no project is named")
	}
	if len(records) == 0 {
		c.Invalid("records", "there are none")
	}
	for i, r := range records {
		var err error
		if a.ids[i], err = uuid.Parse(r.ID); err != nil {
			c.Invalid(fmt.Sprintf("records[%d].id", i), "%q is no UUID", r.ID)
		}
		if n := len(r.Hash); n == 0 || n > hashBytes {
			c.Invalid(fmt.Sprintf("records[%d].hash", i), "%d bytes; 1 to %d are taken", n, hashBytes)
		}
		if len(r.Body) == 0 {
			c.Invalid(fmt.Sprintf("records[%d].body", i), "it is empty")
		}
		a.bytes += int64(len(r.Body))
	}
	if int64(len(records)) > j.options.MaxRecords || a.bytes > j.options.MaxBytes {
		c.TooLarge("records", "%d of %d bytes; the journal takes at most %d of %d bytes", len(records), a.bytes, j.options.MaxRecords, j.options.MaxBytes)
	}
	return a, c.Err()
}

// run appends the records in a transaction.
func (a *appending) run(conn *sqlite.Conn) (change, error) {
	a.receipts, a.conflict = nil, ConflictError{}
	if a.key != "" {
		if repeated, err := a.repeated(conn); err != nil || repeated {
			return change{}, err
		}
	}
	var c change
	now := a.now()
	for i := range a.records {
		if err := a.add(conn, i, now, &c); err != nil {
			return c, err
		}
	}
	if len(a.conflict.IDs) > 0 {
		return c, &a.conflict
	}
	if a.key != "" {
		return c, a.remember(conn)
	}
	return c, nil
}

// add adds a record or finds the one that is there.
func (a *appending) add(conn *sqlite.Conn, i int, now time.Time, c *change) error {
	r, id := a.records[i], a.ids[i]
	receipt := Receipt{ID: id.String(), Project: a.project, State: StateJournaled, Note: r.Note, JournaledAt: now.UTC().Truncate(time.Microsecond)}
	var err error
	if receipt.Sequence, err = a.insert(conn, i, now.UnixMicro()); err != nil {
		return fmt.Errorf("%s: %w", addRecord.name(), err)
	}
	if receipt.Sequence > 0 {
		c.gain(journaled, 1, int64(len(r.Body)))
		c.last, c.wakes = receipt.Sequence, true
		a.receipts = append(a.receipts, receipt)
		return nil
	}
	return query(conn, findRecord, params{"$project": a.project, "$id": id[:]}, func(found row) {
		if !bytes.Equal(found.bytes("hash"), r.Hash) {
			a.conflict.IDs, a.conflict.Positions = append(a.conflict.IDs, id.String()), append(a.conflict.Positions, i)
		}
		receipt = found.receipt()
		receipt.Unchanged = true
		a.receipts = append(a.receipts, receipt)
	})
}

// insert adds a record and returns its sequence, 0 if its id is there already. It is what most of the time of an append goes into, so
// the values are bound one by one.
func (a *appending) insert(conn *sqlite.Conn, i int, now int64) (sequence int64, err error) {
	stmt, err := conn.Prepare(string(addRecord))
	if err != nil {
		return 0, err
	}
	r := a.records[i]
	stmt.SetText("$project", a.project)
	stmt.SetText("$key", a.key)
	stmt.SetBytes("$id", a.ids[i][:])
	stmt.SetBytes("$hash", r.Hash)
	stmt.SetBytes("$body", r.Body)
	if stmt.SetNull("$note"); r.Note != "" {
		stmt.SetText("$note", r.Note)
	}
	stmt.SetInt64("$size", int64(len(r.Body)))
	stmt.SetInt64("$journaled_at", now)
	added, err := stmt.Step()
	if added {
		sequence = stmt.ColumnInt64(0)
	}
	return sequence, errors.Join(err, stmt.Reset())
}

// repeated finds the receipts of the first call with the key, and reports whether there was one.
func (a *appending) repeated(conn *sqlite.Conn) (bool, error) {
	receipts, digest, err := receiptsOfKey(conn, a.project, a.key)
	if err != nil || digest == nil {
		return false, err
	}
	if !bytes.Equal(digest, a.digest()) {
		return true, &ConflictError{Key: a.key}
	}
	if len(receipts) < len(a.records) {
		return false, nil // some receipts are pruned; ids tell the rest
	}
	for i := range receipts {
		receipts[i].Unchanged = true
	}
	a.receipts = receipts
	return true, nil
}

// remember notes what the call brought.
func (a *appending) remember(conn *sqlite.Conn) error {
	sequences := make([]int64, len(a.receipts))
	var last int64
	for i, r := range a.receipts {
		sequences[i] = r.Sequence
		last = max(last, r.Sequence)
	}
	text, err := json.Marshal(sequences)
	if err != nil {
		return err
	}
	return exec(conn, addCall, params{"$project": a.project, "$key": a.key, "$digest": a.digest(), "$last": last, "$sequences": string(text)})
}

// digest tells calls apart: a hash over the ids and hashes.
func (a *appending) digest() []byte {
	h := sha256.New()
	for i, r := range a.records {
		h.Write(a.ids[i][:])
		h.Write(binary.BigEndian.AppendUint32(nil, uint32(len(r.Hash)))) //nolint:gosec // at most hashBytes
		h.Write(r.Hash)
	}
	return h.Sum(nil)
}
