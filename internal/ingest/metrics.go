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
		o.r.say(RuleWrongType, o.at("metrics"), "an object is wanted, not %s", shorten(string(n.raw)))
		return episodic.Metrics{}
	}
	m := newObject(o.r, o.at("metrics"), n)
	out := episodic.Metrics{
		DurationMinutes: m.measured("duration_minutes", "durationMinutes"),
		ToolCalls:       m.count(m.measured("tool_calls", "toolCalls"), "tool_calls"),
		Errors:          m.count(m.metric("errors"), "errors"),
		Recoveries:      m.count(m.metric("recoveries"), "recoveries"),
		Commits:         m.count(m.metric("commits"), "commits"),
		FilesChanged:    m.count(m.metric("files_changed", "filesChanged"), "files_changed"),
	}
	m.rest()
	return out
}

// metric reads a measurement under the first of its names that is present.
func (o *object) metric(name string, others ...string) *float64 {
	from := name
	if !o.has(name) {
		for _, other := range others {
			if o.has(other) {
				o.r.say(RuleMetricName, o.at(other), "was read as %s", name)
				from = other
			}
		}
	}
	v := o.number(from)
	if v != nil && *v < 0 {
		o.r.say(RuleNegativeMetric, o.at(from), "%v counts as not measured", *v)
		return nil
	}
	o.get(name)
	return v
}

// measured reads a measurement where zero means not measured.
func (o *object) measured(name string, others ...string) *float64 {
	v := o.metric(name, others...)
	if v != nil && *v == 0 {
		o.r.say(RuleZeroMetric, o.at(name), "0 counts as not measured")
		return nil
	}
	return v
}

// count converts a measurement to a whole number.
func (o *object) count(v *float64, name string) *int64 {
	if v == nil {
		return nil
	}
	if *v != math.Trunc(*v) || *v >= math.MaxInt64 {
		o.r.say(RuleWrongType, o.at(name), "%v is not a count", *v)
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
		o.r.say(RuleWrongType, o.at(key), "a number is wanted, not %s", shorten(string(n.raw)))
		return nil
	}
	if n.kind == kindText {
		o.r.say(RuleTextAsNumber, o.at(key), "%q was read as %v", n.text, v)
	}
	return &v
}
