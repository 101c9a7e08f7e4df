package sqlitestore

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/allowance"
	"zombiezen.com/go/sqlite"
)

// row is the current row of a result, read by column name. The first column that is missing
// or cannot be read is kept in err; what is read then is zero.
type row struct {
	statement string
	stmt      *sqlite.Stmt
	err       error
}

func (r *row) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("read %s: "+format, append([]any{r.statement}, args...)...)
	}
}

// column returns the place of a column that holds a value of one of the types, or -1. Null
// is no failure when the column may be null.
func (r *row) column(name string, nullable bool, types ...sqlite.ColumnType) int {
	at := r.stmt.ColumnIndex(name)
	if at < 0 {
		r.fail("no column %q", name)
		return -1
	}
	got := r.stmt.ColumnType(at)
	for _, t := range types {
		if got == t {
			return at
		}
	}
	if got != sqlite.TypeNull || !nullable {
		r.fail("column %q is %v, not %v", name, got, types[0])
	}
	return -1
}

func (r *row) text(name string) string { return r.textAt(r.column(name, false, sqlite.TypeText)) }

// maybeText reads a text that may be null.
func (r *row) maybeText(name string) string { return r.textAt(r.column(name, true, sqlite.TypeText)) }

func (r *row) textAt(at int) string {
	if at < 0 {
		return ""
	}
	return r.stmt.ColumnText(at)
}

func (r *row) int64(name string) int64 {
	at := r.column(name, false, sqlite.TypeInteger)
	if at < 0 {
		return 0
	}
	return r.stmt.ColumnInt64(at)
}

func (r *row) integer(name string) int { return int(r.int64(name)) }

func (r *row) flag(name string) bool { return r.int64(name) != 0 }

func (r *row) number(name string) float64 {
	at := r.column(name, false, sqlite.TypeFloat, sqlite.TypeInteger)
	if at < 0 {
		return 0
	}
	return r.stmt.ColumnFloat(at)
}

// maybeNumber reads a number that may be null.
func (r *row) maybeNumber(name string) *float64 {
	at := r.column(name, true, sqlite.TypeFloat, sqlite.TypeInteger)
	if at < 0 {
		return nil
	}
	n := r.stmt.ColumnFloat(at)
	return &n
}

// bytes reads a copy of a blob.
func (r *row) bytes(name string) []byte {
	at := r.column(name, false, sqlite.TypeBlob)
	if at < 0 {
		return nil
	}
	out := make([]byte, r.stmt.ColumnLen(at))
	r.stmt.ColumnBytes(at, out)
	return out
}

// time reads an instant.
func (r *row) time(name string) time.Time { return r.instant(name, r.text(name)) }

// maybeTime reads an instant that may be null.
func (r *row) maybeTime(name string) time.Time {
	text := r.maybeText(name)
	if text == "" {
		return time.Time{}
	}
	return r.instant(name, text)
}

func (r *row) instant(name, text string) time.Time {
	t, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		r.fail("column %q: %w", name, err)
	}
	return t.UTC()
}

// timestamp reads the string form of a Timestamp; null is the unknown time.
func (r *row) timestamp(name string) episodic.Timestamp {
	t, err := episodic.ParseTimestamp(r.maybeText(name))
	if err != nil {
		r.fail("column %q: %w", name, err)
	}
	return t
}

// content reads the canonical JSON of an episode.
func (r *row) content(p *packer) []byte {
	packed := r.bytes("content")
	if r.err != nil {
		return nil
	}
	content, err := p.unpack(packed)
	if err != nil {
		r.fail("column %q: %w", "content", err)
	}
	return content
}

// sound reads the content of a revision, which has to fit its hash. number is the column of its
// number.
func (r *row) sound(p *packer, number string) []byte {
	id, n, hash := r.text("id"), r.integer(number), r.bytes("hash")
	if r.err != nil {
		return nil
	}
	content := r.content(p)
	if sum := sha256.Sum256(content); !bytes.Equal(sum[:], hash) {
		r.fail("column %q does not fit its hash", "content")
		r.err = fmt.Errorf("revision %d of episode %q is damaged: %w", n, id, r.err)
	}
	return content
}

// revised reads an episode from the content of a revision.
func (r *row) revised(ctx context.Context, p *packer, number string) (e episodic.Episode) {
	content := r.sound(p, number)
	if r.err != nil {
		return e
	}
	if err := allowance.Take(ctx, len(content)); err != nil {
		r.fail("column %q: %w", "content", err)
		return e
	}
	return r.decoded(content)
}

// episode reads an episode from its content, unless whoever counts what is read has enough.
func (r *row) episode(ctx context.Context, p *packer) (e episodic.Episode) {
	content := r.content(p)
	if r.err != nil {
		return e
	}
	if err := allowance.Take(ctx, len(content)); err != nil {
		r.fail("column %q: %w", "content", err)
		return e
	}
	return r.decoded(content)
}

func (r *row) decoded(content []byte) (e episodic.Episode) {
	if err := json.Unmarshal(content, &e); err != nil {
		r.fail("column %q: %w", "content", err)
	}
	return e
}

// hash reads a content hash.
func (r *row) hash() string { return hex.EncodeToString(r.bytes("hash")) }

// occurrence reads the columns of an occurrence.
func (r *row) occurrence() episodic.Occurrence {
	o := episodic.Occurrence{
		Key: r.text("key"), Episode: r.text("episode"), Kind: episodic.Kind(r.text("kind")),
		Type: r.text("type"), Label: r.text("label"), At: r.timestamp("at"),
		Outcome: episodic.Outcome(r.maybeText("outcome")), Position: r.integer("position"),
	}
	if o.Outcome == "" {
		o.Outcome = episodic.OutcomeUnknown
	}
	return o
}

// maybeInt64 reads a whole number; null is 0.
func (r *row) maybeInt64(name string) int64 {
	at := r.column(name, true, sqlite.TypeInteger)
	if at < 0 {
		return 0
	}
	return r.stmt.ColumnInt64(at)
}

// maybeOrder reads a whole number that may be null.
func (r *row) maybeOrder(name string) *int64 {
	at := r.column(name, true, sqlite.TypeInteger)
	if at < 0 {
		return nil
	}
	n := r.stmt.ColumnInt64(at)
	return &n
}

// micros reads an instant in microseconds; null is the zero time.
func (r *row) micros(name string) time.Time {
	at := r.column(name, true, sqlite.TypeInteger)
	if at < 0 {
		return time.Time{}
	}
	return time.UnixMicro(r.stmt.ColumnInt64(at)).UTC()
}

// json reads a text in JSON.
func (r *row) json(name string, into any) {
	if err := json.Unmarshal([]byte(r.text(name)), into); err != nil {
		r.fail("column %q: %w", name, err)
	}
}
