package neo4jstore

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// errTorn marks a null where nothing may be null: the node was being removed.
var errTorn = errors.New("a node was removed while it was read")

// row is one row of a result, read by column name. The first column that is missing or of
// another type is kept in err; what is read then is zero.
type row struct {
	statement string
	// columns are those of a record, or the entries of a map in one.
	columns func(name string) (value any, found bool)
	// err points to the error of the outermost row, so that no nested one is lost.
	err *error
}

func newRow(statement string, record *neo4j.Record) *row {
	return &row{statement: statement, columns: record.Get, err: new(error)}
}

func (r *row) fail(format string, args ...any) {
	if *r.err == nil {
		*r.err = fmt.Errorf("read %s: "+format, append([]any{r.statement}, args...)...)
	}
}

// nested reads a column that holds a map, whose keys are columns again.
func (r *row) nested(name string) *row {
	return r.of(column[map[string]any](r, name, false))
}

// rows reads a column that holds a list of maps.
func (r *row) rows(name string) []*row {
	var out []*row
	for _, item := range column[[]any](r, name, false) {
		m, ok := item.(map[string]any)
		if !ok {
			r.fail("column %q holds %T, not a map", name, item)
		}
		out = append(out, r.of(m))
	}
	return out
}

func (r *row) of(m map[string]any) *row {
	return &row{statement: r.statement, err: r.err, columns: func(name string) (any, bool) {
		value, found := m[name]
		return value, found
	}}
}

// texts reads a column that holds a list of texts.
func (r *row) texts(name string) []string {
	var out []string
	for _, item := range column[[]any](r, name, false) {
		text, ok := item.(string)
		if !ok {
			r.fail("column %q holds %T, not a text", name, item)
		}
		out = append(out, text)
	}
	return out
}

// column reads one column. Null is the zero value when the column may be null.
func column[T any](r *row, name string, nullable bool) T {
	var zero T
	value, found := r.columns(name)
	typed, ok := value.(T)
	switch {
	case ok:
		return typed
	case !found:
		r.fail("no column %q", name)
	case value == nil && nullable:
	case value == nil:
		r.fail("column %q is null: %w", name, errTorn)
	default:
		r.fail("column %q is %T, not %T", name, value, zero)
	}
	return zero
}

func (r *row) text(name string) string { return column[string](r, name, false) }

// maybeText reads a text that may be null.
func (r *row) maybeText(name string) string { return column[string](r, name, true) }

func (r *row) integer(name string) int { return int(column[int64](r, name, false)) }

func (r *row) flag(name string) bool { return column[bool](r, name, false) }

func (r *row) number(name string) float64 { return column[float64](r, name, false) }

// maybeNumber reads a number that may be null.
func (r *row) maybeNumber(name string) *float64 {
	if value, found := r.columns(name); found && value == nil {
		return nil
	}
	n := column[float64](r, name, false)
	return &n
}

func (r *row) time(name string) time.Time { return column[time.Time](r, name, false).UTC() }

// maybeTime reads an instant that may be null.
func (r *row) maybeTime(name string) time.Time {
	t := column[time.Time](r, name, true)
	if t.IsZero() {
		return time.Time{}
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

// revised reads the canonical JSON of a revision, which has to fit its hash. number is the column of
// its number. What another writer was just changing does not fit, so that the read starts over.
func (r *row) revised(number string) episodic.Episode {
	sum := sha256.Sum256([]byte(r.text("content")))
	if id, n, hash := r.text("id"), r.integer(number), r.text("hash"); hex.EncodeToString(sum[:]) != hash {
		r.fail("revision %d of episode %q is damaged: its content does not fit its hash: %w", n, id, errTorn)
	}
	return r.episode()
}

// episode reads the canonical JSON of an episode.
func (r *row) episode() episodic.Episode {
	var e episodic.Episode
	if err := json.Unmarshal([]byte(r.text("content")), &e); err != nil {
		r.fail("column %q: %w", "content", err)
	}
	return e
}

// occurrence reads the columns of an occurrence.
func (r *row) occurrence() episodic.Occurrence {
	return episodic.Occurrence{
		Key: r.text("key"), Episode: r.text("episode"), Kind: episodic.Kind(r.text("kind")),
		Type: r.text("type"), Label: r.text("label"), At: r.timestamp("at"),
		Outcome: episodic.Outcome(r.text("outcome")), Position: r.integer("position"),
	}
}
