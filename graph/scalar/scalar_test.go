package scalar_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/scalar"
	"github.com/causeway-memory/causeway/internal/problem"
)

func written(m graphql.Marshaler) string {
	var b strings.Builder
	m.MarshalGQL(&b)
	return b.String()
}

func TestTimestamp_RoundTrip(t *testing.T) {
	tests := []struct{ why, in, out string }{
		{"an instant", "2026-05-03T14:00:00Z", `"2026-05-03T14:00:00Z"`},
		{"another zone becomes UTC", "2026-05-03T16:00:00+02:00", `"2026-05-03T14:00:00Z"`},
		{"fractions stay", "2026-05-03T14:00:00.1234567Z", `"2026-05-03T14:00:00.1234567Z"`},
		{"a day stays a day", "2026-05-03", `"2026-05-03"`},
		{"midnight as an instant stays one", "2026-05-03T00:00:00Z", `"2026-05-03T00:00:00Z"`},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got, err := scalar.UnmarshalTimestamp(tt.in)
			if err != nil || written(scalar.MarshalTimestamp(got)) != tt.out {
				t.Errorf("%q became %s, %v; want %s", tt.in, written(scalar.MarshalTimestamp(got)), err, tt.out)
			}
		})
	}
}

func TestTimestamp_UnknownIsNull(t *testing.T) {
	if got := written(scalar.MarshalTimestamp(episodic.Timestamp{})); got != "null" {
		t.Errorf("an unknown Timestamp is written as %s", got)
	}
	if got := written(scalar.MarshalDateTime(time.Time{})); got != "null" {
		t.Errorf("an unknown DateTime is written as %s", got)
	}
}

func TestTimestamp_NullIsUnknown(t *testing.T) {
	if got, err := scalar.UnmarshalTimestamp(nil); err != nil || !got.IsZero() {
		t.Errorf("null is read as %v, %v", got, err)
	}
	if got, err := scalar.UnmarshalInstant(nil); err != nil || !got.IsZero() {
		t.Errorf("null is read as the bound %v, %v", got, err)
	}
}

func TestTimes_Refused(t *testing.T) {
	for _, in := range []any{"", "yesterday", "2026-13-01", "2026-05-03T14:00:00", "14:00", 5, json.Number("1714744800"), true} {
		if got, err := scalar.UnmarshalTimestamp(in); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("Timestamp %v became %v, %v", in, got, err)
		}
		if got, err := scalar.UnmarshalInstant(in); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("bound %v became %v, %v", in, got, err)
		}
		if got, err := scalar.UnmarshalDateTime(in); !errors.Is(err, problem.ErrInvalid) {
			t.Errorf("DateTime %v became %v, %v", in, got, err)
		}
	}
}

func TestInstant_ADayBeginsAtMidnight(t *testing.T) {
	got, err := scalar.UnmarshalInstant("2026-05-03")
	if want := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC); err != nil || !got.Equal(want) {
		t.Errorf("the bound 2026-05-03 is %v, %v; want %v", got, err, want)
	}
}

func TestDateTime_IsInUTC(t *testing.T) {
	at := time.Date(2026, 5, 3, 16, 0, 0, 5e6, time.FixedZone("", 2*60*60))
	if got := written(scalar.MarshalDateTime(at)); got != `"2026-05-03T14:00:00.005Z"` {
		t.Errorf("written as %s", got)
	}
	back, err := scalar.UnmarshalDateTime("2026-05-03T16:00:00.005+02:00")
	if err != nil || !back.Equal(at) || back.Location() != time.UTC {
		t.Errorf("read back as %v, %v", back, err)
	}
}

func TestInt(t *testing.T) {
	tests := []struct {
		why string
		in  any
		out int
		ok  bool
	}{
		{"a literal", int64(20), 20, true},
		{"a default", 20, 20, true},
		{"a variable", json.Number("20"), 20, true},
		{"the greatest", int64(math.MaxInt32), math.MaxInt32, true},
		{"the least", json.Number("-2147483648"), math.MinInt32, true},
		{"one more than 32 bits hold", int64(math.MaxInt32 + 1), 0, false},
		{"one less than 32 bits hold", int64(math.MinInt32 - 1), 0, false},
		{"a fraction", json.Number("1.5"), 0, false},
		{"an exponent", json.Number("1e3"), 0, false},
		{"a text", "20", 0, false},
		{"nothing", nil, 0, false},
	}
	for _, tt := range tests {
		t.Run(tt.why, func(t *testing.T) {
			got, err := scalar.UnmarshalInt(tt.in)
			if (err == nil) != tt.ok || got != tt.out {
				t.Errorf("%v became %d, %v", tt.in, got, err)
			}
			if err != nil && !errors.Is(err, problem.ErrInvalid) {
				t.Errorf("the error is no invalid input: %v", err)
			}
		})
	}
}

func TestInt64_HoldsAllOfThem(t *testing.T) {
	for _, n := range []int64{0, -1, math.MaxInt64, math.MinInt64} {
		text := written(scalar.MarshalInt64(n))
		if back, err := scalar.UnmarshalInt64(json.Number(text)); err != nil || back != n {
			t.Errorf("%d is written as %s and read as %d, %v", n, text, back, err)
		}
	}
	if _, err := scalar.UnmarshalInt64(json.Number("9223372036854775808")); err == nil {
		t.Error("2^63 is taken")
	}
	if got := written(scalar.MarshalInt(7)); got != "7" {
		t.Errorf("7 is written as %s", got)
	}
}
