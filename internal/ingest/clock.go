package ingest

import (
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// time reads a point in time. Anything else stays unknown, with an entry.
func (o *object) time(key string) episodic.Timestamp {
	n := o.get(key)
	if n == nil {
		return episodic.Timestamp{}
	}
	t, ok := episodic.Timestamp{}, false
	if n.kind == kindText {
		t, ok = o.r.timeOf(n.text, o.at(key))
	}
	if !ok {
		o.r.keep(RuleUnreadableTime, o.at(key), o.n.members[key], "%s is not a time", shorten(string(o.n.members[key].raw)))
	}
	return t
}

// when reads a point in time under its name in files, or under that of the API. There a midnight is an
// instant, because the API can say that only the day is known.
func (o *object) when(file, api string) episodic.Timestamp {
	if o.n.members[file] != nil {
		return o.time(file)
	}
	if n := o.n.members[api]; n != nil && n.kind == kindText {
		if t, err := episodic.ParseTimestamp(strings.TrimSpace(n.text)); err == nil {
			o.get(api)
			return t
		}
	}
	return o.time(api)
}

// timeOf parses the forms of time that writers use; ok reports whether s is one of them.
func (r *reading) timeOf(s, path string) (t episodic.Timestamp, ok bool) {
	s = strings.TrimSpace(s)
	if t, err := episodic.ParseTimestamp(s); err == nil {
		return r.midnight(t, s, path), true
	}
	for _, form := range []struct {
		layout    string
		precision episodic.Precision
		rule      Rule
		what      string
	}{
		{"2006-01-02T15:04:05", episodic.PrecisionInstant, RuleZone, "has no zone and was read as UTC"},
		{"2006-01-02 15:04:05", episodic.PrecisionInstant, RuleZone, "has no zone and was read as UTC"},
		{"2006-01-02T15:04", episodic.PrecisionMinute, RuleZone, "has no zone and was read as UTC"},
		{"2006-01-02 15:04", episodic.PrecisionMinute, RuleZone, "has no zone and was read as UTC"},
		{"2006-01-02 15:04:05Z07:00", episodic.PrecisionInstant, RuleTimeForm, "was read with a space for the T"},
		{"2006-01-02 15:04Z07:00", episodic.PrecisionMinute, RuleTimeForm, "was read with a space for the T"},
		{"2006-01-02T15:04:05Z0700", episodic.PrecisionInstant, RuleTimeForm, "was read with its zone"},
	} {
		if t, err := time.Parse(form.layout, s); err == nil {
			r.say(form.rule, path, "%q %s", s, form.what)
			return r.midnight(episodic.Timestamp{Time: t.UTC(), Precision: form.precision}, s, path), true
		}
	}
	return episodic.Timestamp{}, false
}

// midnight turns midnight in UTC into a date.
func (r *reading) midnight(t episodic.Timestamp, s, path string) episodic.Timestamp {
	if t.Precision == episodic.PrecisionDay || t.IsZero() || !t.Time.Equal(t.Time.Truncate(24*time.Hour)) || !strings.Contains(s, "00:00") || hasOffset(s) {
		return t
	}
	r.say(RuleMidnight, path, "%q was read as the day %s", s, t.Time.Format(time.DateOnly))
	t.Precision = episodic.PrecisionDay
	return t
}

// hasOffset reports whether the text has a zone other than UTC; its midnight in UTC is then a
// real instant.
func hasOffset(s string) bool {
	_, clock, _ := strings.Cut(strings.Replace(s, " ", "T", 1), "T")
	i := strings.IndexAny(clock, "+-")
	return i >= 0 && strings.Trim(clock[i+1:], "0:") != ""
}
