package journal_test

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/journal"
	"github.com/causeway-memory/causeway/internal/problem"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// opened returns the journal of a file, and closes it when the test ends.
func opened(t testing.TB, o journal.Options) *journal.Journal {
	t.Helper()
	if o.Path == "" {
		o.Path = filepath.Join(t.TempDir(), "journal.db")
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	j, err := journal.Open(ctx, o)
	must(t, err)
	t.Cleanup(func() { must(t, j.Close()) })
	return j
}

// record makes a record of which id and content are numbers.
func record(id, content int) journal.Record {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(id)))
	body := fmt.Appendf(nil, `{"content": %d, "secret": "plaintext-%d"}`, content, content)
	hash := sha256.Sum256(body)
	return journal.Record{ID: uuidOf(sum), Hash: hash[:], Body: body}
}

func uuidOf(sum [32]byte) string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", sum[0:4], sum[4:6], sum[6:8], sum[8:10], sum[10:16])
}

// records makes records with the ids from one number to another, the last excluded.
func records(from, to int) []journal.Record {
	var out []journal.Record
	for i := from; i < to; i++ {
		out = append(out, record(i, i))
	}
	return out
}

func appended(t testing.TB, j *journal.Journal, project, key string, all []journal.Record) []journal.Receipt {
	t.Helper()
	out, err := j.Append(t.Context(), project, key, all)
	must(t, err)
	if len(out) != len(all) {
		t.Fatalf("%d receipts of %d records", len(out), len(all))
	}
	return out
}

func pending(t testing.TB, j *journal.Journal, state journal.State) []journal.Entry {
	t.Helper()
	out, err := j.Pending(t.Context(), state, 0, 1000)
	must(t, err)
	return out
}

// sequences lists the sequences of entries.
func sequences(of []journal.Entry) []int64 {
	out := []int64{}
	for _, e := range of {
		out = append(out, e.Sequence)
	}
	return out
}

func stats(t testing.TB, j *journal.Journal) journal.Stats {
	t.Helper()
	s, err := j.Stats(t.Context())
	must(t, err)
	return s
}

// checkNumbers wants so many records in each state.
func checkNumbers(t *testing.T, j *journal.Journal, journaled, applied, failed int64) {
	t.Helper()
	s := stats(t, j)
	if s.Journaled.Records != journaled || s.Applied.Records != applied || s.Failed.Records != failed {
		t.Errorf("%d journaled, %d applied, %d set aside; want %d, %d, %d", s.Journaled.Records, s.Applied.Records, s.Failed.Records, journaled, applied, failed)
	}
	for _, b := range []journal.Backlog{s.Journaled, s.Applied, s.Failed} {
		if (b.Records == 0) != (b.Bytes == 0) {
			t.Errorf("%d records of %d bytes", b.Records, b.Bytes)
		}
	}
}

func TestAppend(t *testing.T) {
	j := opened(t, journal.Options{})
	first := appended(t, j, "p", "", records(0, 3))
	for i, r := range first {
		if r.ID != record(i, 0).ID || r.Project != "p" || r.State != journal.StateJournaled || r.Unchanged || r.Sequence != int64(i+1) || r.JournaledAt.IsZero() {
			t.Errorf("receipt %d: %+v", i, r)
		}
	}
	shouted := record(1, 1)
	shouted.ID = strings.ToUpper(shouted.ID)
	again := appended(t, j, "p", "", []journal.Record{record(9, 9), shouted})
	want := first[1]
	want.Unchanged = true
	if diff := cmp.Diff(want, again[1]); diff != "" || again[0].Unchanged {
		t.Errorf("a record that was there: %s", diff)
	}
	other := appended(t, j, "q", "", records(0, 1))
	if other[0].Unchanged {
		t.Error("another project has the same record")
	}
	checkNumbers(t, j, 5, 0, 0)
	entries := pending(t, j, journal.StateJournaled)
	if len(entries) != 5 || string(entries[1].Body) != string(record(1, 1).Body) || string(entries[1].Hash) != string(record(1, 1).Hash) {
		t.Errorf("pending: %+v", entries)
	}
}

func TestAppend_allOrNone(t *testing.T) {
	j := opened(t, journal.Options{})
	appended(t, j, "p", "", records(0, 2))
	_, err := j.Append(t.Context(), "p", "", []journal.Record{record(5, 5), record(1, 77), record(0, 78), record(6, 6)})
	var conflict *journal.ConflictError
	if !errors.As(err, &conflict) || !errors.Is(err, episodic.ErrConflict) {
		t.Fatalf("another content: %v", err)
	}
	if diff := cmp.Diff(&journal.ConflictError{Positions: []int{1, 2}, IDs: []string{record(1, 0).ID, record(0, 0).ID}}, conflict); diff != "" {
		t.Error(diff)
	}
	if _, err := j.Append(t.Context(), "p", "", []journal.Record{record(7, 7), record(7, 8)}); !errors.Is(err, episodic.ErrConflict) {
		t.Errorf("one id with two contents in a call: %v", err)
	}
	twice := appended(t, j, "p", "", []journal.Record{record(8, 8), record(8, 8)})
	if twice[0].Unchanged || !twice[1].Unchanged || twice[0].Sequence != twice[1].Sequence {
		t.Errorf("a record twice in a call: %+v", twice)
	}
	checkNumbers(t, j, 3, 0, 0)
	found, err := j.Receipts(t.Context(), "p", []string{record(5, 0).ID, record(1, 0).ID, "nonsense"})
	must(t, err)
	if len(found) != 1 || found[0].ID != record(1, 0).ID {
		t.Errorf("receipts: %+v", found)
	}
}

func TestAppend_key(t *testing.T) {
	j := opened(t, journal.Options{})
	appended(t, j, "p", "", records(1, 2))
	first := appended(t, j, "p", "k", records(0, 4)) // one of them is there already
	again := appended(t, j, "p", "k", records(0, 4))
	found, err := j.ReceiptsOfKey(t.Context(), "p", "k")
	must(t, err)
	for i := range first {
		if again[i].Sequence != first[i].Sequence || !again[i].Unchanged || found[i].Sequence != first[i].Sequence || found[i].Unchanged {
			t.Errorf("%d: %+v, then %+v, asked for %+v", i, first[i], again[i], found[i])
		}
	}
	_, err = j.Append(t.Context(), "p", "k", records(0, 3))
	var conflict *journal.ConflictError
	if !errors.As(err, &conflict) || conflict.Key != "k" {
		t.Errorf("another call with the key: %v", err)
	}
	appended(t, j, "q", "k", records(0, 3))
	if found, err := j.ReceiptsOfKey(t.Context(), "p", "other"); err != nil || len(found) > 0 {
		t.Errorf("an unknown key: %v, %v", found, err)
	}
}

func TestAppend_refuses(t *testing.T) {
	j := opened(t, journal.Options{MaxRecords: 10, MaxBytes: 1000})
	huge := record(0, 0)
	huge.Body = make([]byte, 1001)
	for _, c := range []struct {
		why, project string
		records      []journal.Record
		path         string
		large        bool
	}{
		{"no project", "", records(0, 1), "project", false},
		{"no records", "p", nil, "records", false},
		{"no UUID", "p", []journal.Record{{ID: "x", Hash: []byte{1}, Body: []byte{1}}}, "records[0].id", false},
		{"no hash", "p", []journal.Record{record(0, 0), {ID: record(1, 1).ID, Body: []byte{1}}}, "records[1].hash", false},
		{"no body", "p", []journal.Record{{ID: record(1, 1).ID, Hash: []byte{1}}}, "records[0].body", false},
		{"more records than ever fit", "p", records(0, 11), "records", true},
		{"more bytes than ever fit", "p", []journal.Record{huge}, "records", true},
	} {
		_, err := j.Append(t.Context(), c.project, "", c.records)
		var invalid *problem.InvalidError
		if !errors.As(err, &invalid) || invalid.Problems[0].Path != c.path || errors.Is(err, problem.ErrTooLarge) != c.large {
			t.Errorf("%s: %v", c.why, err)
		}
	}
	checkNumbers(t, j, 0, 0, 0)
}

func TestAppend_exhausted(t *testing.T) {
	j := opened(t, journal.Options{MaxRecords: 5})
	all := appended(t, j, "p", "", records(0, 4))
	var exhausted *journal.ExhaustedError
	if _, err := j.Append(t.Context(), "p", "", records(4, 6)); !errors.As(err, &exhausted) || exhausted.Records != 4 || exhausted.RetryAfter < time.Second {
		t.Fatalf("over the bound: %v", err)
	}
	checkNumbers(t, j, 4, 0, 0)
	must(t, j.MarkIndexed(t.Context(), []int64{all[0].Sequence}))
	appended(t, j, "p", "", records(4, 6))
	if _, err := j.Append(t.Context(), "p", "", records(6, 7)); !errors.As(err, &exhausted) || exhausted.RetryAfter != time.Second {
		t.Errorf("full, while records are applied: %v", err)
	}
	bytes := opened(t, journal.Options{MaxBytes: 100})
	appended(t, bytes, "p", "", records(0, 2))
	if _, err := bytes.Append(t.Context(), "p", "", records(2, 3)); !errors.As(err, &exhausted) || exhausted.Bytes < 50 {
		t.Errorf("over the bound in bytes: %v", err)
	}
}

func TestAppend_givenUp(t *testing.T) {
	j := opened(t, journal.Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := j.Append(ctx, "p", "", records(0, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("a call that was given up: %v", err)
	}
	checkNumbers(t, j, 0, 0, 0)
}

// Many at once share commits, and each gets its own receipts.
func TestAppend_manyAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "journal.db")
	j := opened(t, journal.Options{Path: path})
	var writing sync.WaitGroup
	for w := range 16 {
		writing.Go(func() {
			for i := range 20 {
				at := w*1000 + i*3
				got, err := j.Append(t.Context(), "p", "", records(at, at+3))
				if err != nil || len(got) != 3 || got[2].ID != record(at+2, 0).ID || got[2].Sequence <= got[1].Sequence {
					t.Errorf("writer %d: %+v, %v", w, got, err)
				}
				if _, err := j.Append(t.Context(), "p", "", []journal.Record{record(100_000, w)}); err != nil && !errors.Is(err, episodic.ErrConflict) {
					t.Errorf("writer %d: %v", w, err)
				}
			}
		})
	}
	writing.Wait()
	checkNumbers(t, j, 961, 0, 0)
	must(t, j.Close())
	checkNumbers(t, opened(t, journal.Options{Path: path}), 961, 0, 0)
}

func TestClose(t *testing.T) {
	j := opened(t, journal.Options{})
	must(t, j.Close())
	must(t, j.Close())
	if _, err := j.Append(t.Context(), "p", "", records(0, 1)); !errors.Is(err, journal.ErrClosed) {
		t.Errorf("an append after the end: %v", err)
	}
	if _, err := j.Receipts(t.Context(), "p", []string{record(0, 0).ID}); !errors.Is(err, journal.ErrClosed) {
		t.Errorf("a read after the end: %v", err)
	}
}

// A scan goes through all records, or as far as it is asked to; a bound that is met says in words which it is.
func TestScan(t *testing.T) {
	j := opened(t, journal.Options{Path: filepath.Join(t.TempDir(), "journal.db"), MaxRecords: 3})
	appended(t, j, "p", "", records(0, 3))
	for most, want := range map[int]int{1: 1, 9: 3} {
		seen := 0
		must(t, j.Scan(t.Context(), func(journal.Entry) bool { seen++; return seen < most }))
		if seen != want {
			t.Errorf("%d records were scanned, want %d", seen, want)
		}
	}
	var full *journal.ExhaustedError
	if _, err := j.Append(t.Context(), "p", "", records(7, 8)); !errors.As(err, &full) || !strings.Contains(full.Error(), "3") {
		t.Errorf("beyond the bound: %v", err)
	}
	must(t, j.MarkApplied(t.Context(), nil))
	checkNumbers(t, j, 3, 0, 0)
}
