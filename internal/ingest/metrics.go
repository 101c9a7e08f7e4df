package ingest

import (
	"math"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// readMetrics reads the measurements. Null and absent mean not measured, and so does a duration
// or a tool count of zero, which old writers used when they had no value.
func readMetrics(o *object) episodic.Metrics {
	n := o.get("metrics")
	if n == nil {
		return episodic.Metrics{}
	}
	if n.kind != kindObject {
		o.r.keep(RuleWrongType, o.at("metrics"), n, "an object is wanted, not %s", shorten(string(n.raw)))
		return episodic.Metrics{}
	}
	m := newObject(o.r, o.at("metrics"), n)
	out := episodic.Metrics{
		DurationMinutes: m.measured("duration_minutes", "durationMinutes"),
		ToolCalls:       m.count(m.measured("tool_calls", "toolCalls"), m.name("tool_calls", "toolCalls")),
		Errors:          m.count(m.metric("errors"), "errors"),
		Recoveries:      m.count(m.metric("recoveries"), "recoveries"),
		Commits:         m.count(m.metric("commits"), "commits"),
		FilesChanged:    m.count(m.metric(m.name("files_changed", "filesChanged")), m.name("files_changed", "filesChanged")),
	}
	m.rest()
	return out
}

// metric reads a measurement.
func (o *object) metric(key string) *float64 {
	v := o.number(key)
	if v != nil && *v < 0 {
		o.r.keep(RuleNegativeMetric, o.at(key), o.n.members[key], "%v counts as not measured", *v)
		return nil
	}
	return v
}

// measured reads a measurement for which old writers wrote zero when they had none. A zero under the
// name that the API uses, or of a writer that writes null for what it did not measure, was measured.
func (o *object) measured(file, api string) *float64 {
	key := o.name(file, api)
	v := o.metric(key)
	switch {
	case v == nil || *v != 0 || key == api:
		return v
	case o.hasNull():
		o.r.say(RuleMeasuredZero, o.at(key), "0 was measured: other measurements are null")
		return v
	default:
		o.r.keep(RuleZeroMetric, o.at(key), o.n.members[key], "0 counts as not measured")
		return nil
	}
}

// hasNull reports whether some member is null.
func (o *object) hasNull() bool {
	for _, n := range o.n.members {
		if n.kind == kindNull {
			return true
		}
	}
	return false
}

// count converts a measurement to a whole number.
func (o *object) count(v *float64, name string) *int64 {
	if v == nil {
		return nil
	}
	if *v != math.Trunc(*v) || *v >= math.MaxInt64 {
		o.r.keep(RuleWrongType, o.at(name), o.n.members[name], "%v is not a count", *v)
		return nil
	}
	n := int64(*v)
	return &n
}

// number reads a number; nil when it is absent.
func (o *object) number(key string) *float64 {
	n := o.get(key)
	if n == nil {
		return nil
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(n.text), 64)
	if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || n.kind != kindNumber && n.kind != kindText {
		o.r.keep(RuleWrongType, o.at(key), n, "a number is wanted, not %s", shorten(string(n.raw)))
		return nil
	}
	if n.kind == kindText {
		o.r.say(RuleTextAsNumber, o.at(key), "%q was read as %v", n.text, v)
	}
	return &v
}
