package episodic

import (
	"encoding/json"
	"fmt"
	"time"
)

// Precision says how much of a time is known.
type Precision int

// The precisions. The zero Precision is that of an instant.
const (
	// PrecisionInstant is a time as written, up to nanoseconds.
	PrecisionInstant Precision = iota
	// PrecisionMinute means that the second is unknown, so the order within the minute is unknown.
	PrecisionMinute
	// PrecisionDay means that only the day is known, so the order within the day is unknown.
	PrecisionDay
)

// length is how long a time of the precision may be, at the least.
func (p Precision) length() time.Duration {
	return [...]time.Duration{1, time.Minute, 24 * time.Hour}[p]
}

// minuteLayout writes a time of which the second is unknown.
const minuteLayout = "2006-01-02T15:04Z07:00"

// Timestamp is a point in time in UTC as precisely as it is known: an instant, a minute or a whole
// day. The zero Timestamp is an unknown time, never a real one.
type Timestamp struct {
	// Time is the instant, or the beginning of the minute or of the day in UTC.
	Time time.Time
	// Precision says how much of Time is known.
	Precision Precision
}

// At returns the Timestamp of an instant.
func At(t time.Time) Timestamp { return Timestamp{Time: t.UTC()} }

// ParseTimestamp reads an RFC 3339 date-time with a zone, the same without seconds
// ("2026-05-03T14:00Z"), or a date ("2026-05-03"). The empty string is the unknown time.
func ParseTimestamp(s string) (Timestamp, error) {
	if s == "" {
		return Timestamp{}, nil
	}
	for precision, layout := range []string{time.RFC3339Nano, minuteLayout, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return Timestamp{Time: t.UTC(), Precision: Precision(precision)}, nil
		}
	}
	return Timestamp{}, fmt.Errorf("%q is neither an RFC 3339 date-time with a zone, with or without seconds, nor a date", s)
}

// Before reports whether t is certainly before u. Of an unknown time, of two times within the same
// minute or day of which only that is known, and of equal instants nothing is certain.
func (t Timestamp) Before(u Timestamp) bool {
	return !t.IsZero() && !u.IsZero() && !t.Time.Add(t.Precision.length()).After(u.Time)
}

// IsZero reports whether the time is unknown.
func (t Timestamp) IsZero() bool { return t.Time.IsZero() }

// String returns the form ParseTimestamp reads; empty for the unknown time.
func (t Timestamp) String() string {
	switch {
	case t.IsZero():
		return ""
	case t.Precision == PrecisionDay:
		return t.Time.Format(time.DateOnly)
	case t.Precision == PrecisionMinute:
		return t.Time.UTC().Format(minuteLayout)
	default:
		return t.Time.UTC().Format(time.RFC3339Nano)
	}
}

// MarshalJSON writes the string form, null for the unknown time.
func (t Timestamp) MarshalJSON() ([]byte, error) {
	if t.IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(t.String())
}

// UnmarshalJSON reads what MarshalJSON writes.
func (t *Timestamp) UnmarshalJSON(b []byte) error {
	var s *string
	if err := json.Unmarshal(b, &s); err != nil {
		return fmt.Errorf("a timestamp is a string: %w", err)
	}
	if s == nil {
		*t = Timestamp{}
		return nil
	}
	parsed, err := ParseTimestamp(*s)
	*t = parsed
	return err
}
