package journal

import (
	"context"
	_ "embed" // the statements are files
	"fmt"
	"slices"
	"strings"

	"zombiezen.com/go/sqlite"
)

var (
	//go:embed sql/record/list_after.sql
	listAfter statement
	//go:embed sql/record/get_record.sql
	getRecord statement
	//go:embed sql/record/check_quickly.sql
	checkQuickly statement
)

// scanBatch is how many records a scan reads at once.
const scanBatch = 200

// Damage is a stretch of sequences whose records cannot be read, because the file is damaged there. Some of the
// sequences may never have been used.
type Damage struct {
	// First and Last are the ends of the stretch.
	First, Last int64
}

// Check reads the whole file and returns the stretches that cannot be read. Its error, if damage was found, names the places in
// the file; [Journal.Ready] returns it from then on.
func (j *Journal) Check(ctx context.Context) ([]Damage, error) {
	err := j.view(ctx, func(conn *sqlite.Conn) error {
		var places []string
		err := query(conn, checkQuickly, nil, func(r row) {
			if text := r.text("quick_check"); text != "ok" {
				places = append(places, text)
			}
		})
		if err != nil && !isDamage(err) {
			return err
		}
		if err != nil {
			places = append(places, err.Error())
		}
		if err := j.scan(conn, 0, func(Entry) bool { return true }); err != nil {
			return err
		}
		if len(places) > 0 || len(j.Damaged()) > 0 {
			return fmt.Errorf("%w: %s; sequences that cannot be read: %v", sqlite.ResultCorrupt.ToError(), strings.Join(places, "; "), j.Damaged())
		}
		return nil
	})
	if isDamage(err) {
		j.damage.note(nil, err)
	}
	return j.Damaged(), err
}

// Damaged returns the stretches that were found damaged since the journal was opened.
func (j *Journal) Damaged() []Damage {
	j.damage.mu.Lock()
	defer j.damage.mu.Unlock()
	return slices.Clone(j.damage.stretches)
}

// Ready returns nil if records are taken and all can be read; else an [episodic.EngineError].
func (j *Journal) Ready() error {
	if err := j.guard.Trusted(); err != nil {
		return j.explain(err)
	}
	if err := j.guard.LastFailure(); err != nil {
		return j.explain(err)
	}
	j.damage.mu.Lock()
	defer j.damage.mu.Unlock()
	return j.damage.err
}

// isDamage reports whether an error says that a page cannot be read.
func isDamage(err error) bool {
	code := sqlite.ErrCode(err).ToPrimary()
	return code == sqlite.ResultCorrupt || code == sqlite.ResultNotADB
}

// Scan calls each for all records in the order of their sequences, whatever their state, until it returns false. Records that
// cannot be read are left out and told by [Journal.Damaged].
func (j *Journal) Scan(ctx context.Context, each func(Entry) bool) error {
	err := j.view(ctx, func(conn *sqlite.Conn) error { return j.scan(conn, 0, each) })
	if err != nil {
		return fmt.Errorf("read the journal: %w", err)
	}
	return nil
}

// pendingAround returns pending records without the help of the index, and leaves out what cannot be read.
func (j *Journal) pendingAround(conn *sqlite.Conn, state State, after int64, limit int) (out []Entry, err error) {
	bytes := 0
	err = j.scan(conn, after, func(e Entry) bool {
		if e.State == state {
			out, bytes = append(out, e), bytes+len(e.Body)
		}
		return len(out) < limit && bytes < pendingBytes
	})
	return out, err
}

// scan reads the records after a sequence in order, until each returns false, and notes the stretches that cannot be read.
func (j *Journal) scan(conn *sqlite.Conn, after int64, each func(Entry) bool) error {
	last, err := lastSequence(conn)
	if err != nil {
		return err
	}
	for more := true; more && after < last; {
		read := 0
		err := query(conn, listAfter, params{"$after": after, "$limit": scanBatch}, func(r row) {
			if read++; more {
				e := r.entry()
				after = e.Sequence
				more = each(e)
			}
		})
		switch {
		case err == nil && read == 0:
			return nil
		case err == nil:
		case !isDamage(err):
			return err
		case more: // the next one cannot be read together with others
			after++
			err := query(conn, getRecord, params{"$sequence": after}, func(r row) { more = each(r.entry()) })
			if err != nil && !isDamage(err) {
				return err
			}
			if err != nil {
				j.damage.note(&Damage{First: after, Last: after}, j.explain(fmt.Errorf("record %d: %w", after, err)))
			}
		}
	}
	return nil
}

// note remembers a stretch, nil for none, and why it cannot be read.
func (d *damaged) note(stretch *Damage, err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.err = err
	if stretch == nil || slices.ContainsFunc(d.stretches, func(of Damage) bool { return of.First <= stretch.First && stretch.Last <= of.Last }) {
		return
	}
	if n := len(d.stretches); n > 0 && d.stretches[n-1].Last+1 == stretch.First {
		d.stretches[n-1].Last = stretch.Last
		return
	}
	d.stretches = append(d.stretches, *stretch)
}
