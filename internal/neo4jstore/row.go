package neo4jstore

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/causeway-memory/causeway/episodic"
)

// row is one row of a result, read by column name. The first column that is missing or of
// another type is kept in err; what is read then is zero.
type row struct {
	statement string
	record    *neo4j.Record
	err       error
}

// column reads one column. Null is the zero value when the column may be null.
func column[T any](r *row, name string, nullable bool) T {
	var zero T
	value, found := r.record.Get(name)
	typed, ok := value.(T)
	switch {
	case ok:
		return typed
	case found && value == nil && nullable:
		return zero
	case r.err == nil && !found:
		r.err = fmt.Errorf("read %s: no column %q", r.statement, name)
	case r.err == nil:
		r.err = fmt.Errorf("read %s: column %q is %T, not %T", r.statement, name, value, zero)
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
	if value, found := r.record.Get(name); found && value == nil {
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
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("read %s: column %q: %w", r.statement, name, err)
	}
	return t
}

// episode reads the canonical JSON of an episode.
func (r *row) episode(name string) episodic.Episode {
	var e episodic.Episode
	if err := json.Unmarshal([]byte(r.text(name)), &e); err != nil && r.err == nil {
		r.err = fmt.Errorf("read %s: column %q: %w", r.statement, name, err)
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
