package episodic

import (
	"encoding/json"
	"fmt"
	"time"
)

// Timestamp is a point in time in UTC, or a whole day when only the day is known.
// The zero Timestamp is an unknown time, never a real one.
type Timestamp struct {
	// Time is the instant, or midnight UTC of the day when DateOnly is set.
	Time time.Time
	// DateOnly says that only the day is known, so the order within the day is unknown.
	DateOnly bool
}

// At returns the Timestamp of an instant.
func At(t time.Time) Timestamp { return Timestamp{Time: t.UTC()} }

// ParseTimestamp reads an RFC 3339 date-time with a zone, or a date ("2026-05-03").
// The empty string is the unknown time.
func ParseTimestamp(s string) (Timestamp, error) {
	if s == "" {
		return Timestamp{}, nil
	}
	layout := time.RFC3339Nano
	if len(s) == len(time.DateOnly) {
		layout = time.DateOnly
	}
	t, err := time.Parse(layout, s)
	if err != nil {
		return Timestamp{}, fmt.Errorf("%q is neither an RFC 3339 date-time with a zone nor a date", s)
	}
	return Timestamp{Time: t.UTC(), DateOnly: layout == time.DateOnly}, nil
}

// IsZero reports whether the time is unknown.
func (t Timestamp) IsZero() bool { return t.Time.IsZero() }

// String returns the form ParseTimestamp reads; empty for the unknown time.
func (t Timestamp) String() string {
	switch {
	case t.IsZero():
		return ""
	case t.DateOnly:
		return t.Time.Format(time.DateOnly)
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
