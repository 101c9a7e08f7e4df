package episodic_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/soak"
)

func TestParseTimestamp(t *testing.T) {
	tests := []struct {
		text, want string
		precision  episodic.Precision
		why        string
	}{
		{"", "", episodic.PrecisionInstant, "nothing is told"},
		{"2026-05-03", "2026-05-03", episodic.PrecisionDay, "a day has no time of day"},
		{"2024-02-29", "2024-02-29", episodic.PrecisionDay, "a leap year"},
		{"2026-05-03T10:00:00Z", "2026-05-03T10:00:00Z", episodic.PrecisionInstant, "an instant"},
		{"2026-05-03T00:00:00Z", "2026-05-03T00:00:00Z", episodic.PrecisionInstant, "midnight is an instant unless it is written as a day"},
		{"2026-05-03T00:30:00+02:00", "2026-05-02T22:30:00Z", episodic.PrecisionInstant, "UTC may be another day"},
		{"2026-05-03T14:00Z", "2026-05-03T14:00Z", episodic.PrecisionMinute, "no seconds: the minute is known"},
		{"2026-05-03T00:00+02:00", "2026-05-02T22:00Z", episodic.PrecisionMinute, "a minute is in UTC too"},
		{"2026-05-03T10:00:00.120Z", "2026-05-03T10:00:00.12Z", episodic.PrecisionInstant, "fractions are kept, zeros at their end not"},
		{"2026-05-03T10:00:00.000000001Z", "2026-05-03T10:00:00.000000001Z", episodic.PrecisionInstant, "to the nanosecond"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			got, err := episodic.ParseTimestamp(tt.text)
			if err != nil || got.String() != tt.want || got.Precision != tt.precision || got.IsZero() != (tt.text == "") {
				t.Errorf("%s: got %q, precision %v, %v; want %q", tt.why, got, got.Precision, err, tt.want)
			}
			if !got.IsZero() && got.Time.Location() != time.UTC {
				t.Errorf("%s: it is kept in %v, not in UTC", tt.why, got.Time.Location())
			}
		})
	}
}

func TestParseTimestamp_Refuses(t *testing.T) {
	for text, why := range map[string]string{
		"2026-05-03T10:00:00":  "no zone: it may be any of 26 hours",
		"2026-05-03 10:00:00Z": "a space is no T",
		"2026-02-30":           "no such day",
		"2026-13-01":           "no such month",
		"2025-02-29":           "no leap year",
		"03.05.2026":           "another order",
		"2026-05":              "no day",
		"1746266400":           "seconds since 1970",
		" 2026-05-03":          "space",
		"yesterday":            "words",
	} {
		if got, err := episodic.ParseTimestamp(text); err == nil || got != (episodic.Timestamp{}) {
			t.Errorf("%s: %q is read as %s, %v", why, text, got, err)
		}
	}
}

func TestTimestamp_JSON(t *testing.T) {
	var unknown struct {
		At    episodic.Timestamp
		Given *episodic.Timestamp
	}
	if b, err := json.Marshal(unknown.At); err != nil || string(b) != "null" {
		t.Errorf("an unknown time is written as %s, %v", b, err)
	}
	for text, why := range map[string]string{
		`{"At":null}`: "null is unknown",
		`{"At":""}`:   "so is an empty text",
		`{}`:          "and an absent one",
	} {
		unknown.At = episodic.Timestamp{}
		if text != `{}` {
			unknown.At = episodic.At(time.Unix(1, 0)) // what was there before does not stay
		}
		if err := json.Unmarshal([]byte(text), &unknown); err != nil || unknown.At != (episodic.Timestamp{}) {
			t.Errorf("%s: %s is read as %#v, %v", why, text, unknown.At, err)
		}
	}
	for text, why := range map[string]string{
		`{"At":1746266400}`: "a number", `{"At":"soon"}`: "a word", `{"At":{}}`: "an object", `{"At":true}`: "a truth",
	} {
		if err := json.Unmarshal([]byte(text), &unknown); err == nil {
			t.Errorf("%s is taken for a time: %s", why, text)
		}
	}
}

func TestTimestamp_RoundTrip(t *testing.T) {
	random := soak.Rand(7, 8)
	for range soak.Rounds(1000) {
		zone := time.FixedZone("", (random.IntN(27)-13)*3600+random.IntN(4)*900)
		at := episodic.At(time.Unix(random.Int64N(4e9), random.Int64N(1e9)).In(zone))
		switch random.IntN(4) {
		case 0:
			at = episodic.Timestamp{Time: at.Time.Truncate(time.Minute), Precision: episodic.PrecisionMinute}
		case 1:
			at = episodic.Timestamp{Time: at.Time.Truncate(24 * time.Hour), Precision: episodic.PrecisionDay}
		}
		text, err := json.Marshal(at)
		if err != nil {
			t.Fatal(err)
		}
		var back episodic.Timestamp
		if err := json.Unmarshal(text, &back); err != nil || back != at {
			t.Errorf("%s came back as %#v, %v", text, back, err)
		}
	}
}

func TestTimestamp_StringIsInUTC(t *testing.T) {
	at := episodic.Timestamp{Time: time.Date(2026, 5, 3, 23, 0, 0, 0, time.FixedZone("", -2*3600))}
	if got, want := at.String(), "2026-05-04T01:00:00Z"; got != want {
		t.Errorf("an instant in another zone is written as %s, want %s", got, want)
	}
}

func TestTimestamp_Before(t *testing.T) {
	// Each time is certainly before those of a later step, and never of its own.
	steps := [][]string{
		{""},
		{"2026-05-02", "2026-05-02T10:00Z", "2026-05-02T23:59:59Z"},
		{"2026-05-03T10:00Z", "2026-05-03T10:00:00Z", "2026-05-03T10:00:30Z", "2026-05-03T10:00:59.999999999Z"},
		{"2026-05-03T10:01:00Z", "2026-05-03T10:01Z"},
		{"2026-05-04", "2026-05-04T00:00:00Z", "2026-05-04T00:00Z"},
	}
	pairs := map[[2]string]bool{ // within a step
		{"2026-05-02T10:00Z", "2026-05-02T23:59:59Z"}:              true,
		{"2026-05-03T10:00:00Z", "2026-05-03T10:00:30Z"}:           true,
		{"2026-05-03T10:00:00Z", "2026-05-03T10:00:59.999999999Z"}: true,
		{"2026-05-03T10:00:30Z", "2026-05-03T10:00:59.999999999Z"}: true,
	}
	parse := func(s string) episodic.Timestamp {
		at, err := episodic.ParseTimestamp(s)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	for i, early := range steps {
		for j, late := range steps {
			for _, a := range early {
				for _, b := range late {
					want := pairs[[2]string{a, b}] || i > 0 && i < j
					if got := parse(a).Before(parse(b)); got != want {
						t.Errorf("%q before %q: %v, want %v", a, b, got, want)
					}
				}
			}
		}
	}
}
