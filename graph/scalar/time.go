package scalar

import (
	"io"
	"strconv"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/causeway-memory/causeway/episodic"
)

// MarshalTimestamp writes a time as a string, the unknown time as null.
func MarshalTimestamp(t episodic.Timestamp) graphql.Marshaler {
	if t.IsZero() {
		return graphql.Null
	}
	return quoted(t.String())
}

// UnmarshalTimestamp reads an RFC 3339 date-time with a zone, or a date. Null is the
// unknown time: the generated code asks for it where a nullable Timestamp is given as null.
func UnmarshalTimestamp(v any) (episodic.Timestamp, error) {
	if v == nil {
		return episodic.Timestamp{}, nil
	}
	s, ok := v.(string)
	if !ok {
		return episodic.Timestamp{}, refuse("a Timestamp is a string like 2026-05-03 or 2026-05-03T14:00:00Z")
	}
	if s == "" {
		return episodic.Timestamp{}, refuse("a Timestamp is not empty; leave it out when it is unknown")
	}
	t, err := episodic.ParseTimestamp(s)
	if err != nil {
		return t, refuse("%v", err)
	}
	return t, nil
}

// MarshalInstant writes a bound in time as a string, the zero time as null.
func MarshalInstant(t time.Time) graphql.Marshaler { return MarshalDateTime(t) }

// UnmarshalInstant reads what UnmarshalTimestamp reads; a date is the midnight UTC that it begins with.
func UnmarshalInstant(v any) (time.Time, error) {
	t, err := UnmarshalTimestamp(v)
	return t.Time, err
}

// MarshalDateTime writes an instant in UTC as a string, the zero time as null.
func MarshalDateTime(t time.Time) graphql.Marshaler {
	if t.IsZero() {
		return graphql.Null
	}
	return quoted(t.UTC().Format(time.RFC3339Nano))
}

// UnmarshalDateTime reads an RFC 3339 date-time with a zone.
func UnmarshalDateTime(v any) (time.Time, error) {
	s, ok := v.(string)
	if !ok {
		return time.Time{}, refuse("a DateTime is a string like 2026-05-03T14:00:00Z")
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		return time.Time{}, refuse("%q is no RFC 3339 date-time with a zone", s)
	}
	return t.UTC(), nil
}

func quoted(s string) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(s)) })
}
