package intake

import (
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// trimmed returns a copy of the episode with surrounding space removed, line ends replaced by
// \n, and empty enumeration values replaced by unknown. Lists keep their length, so that a path
// into the copy is valid in the input too.
func trimmed(e episodic.Episode) episodic.Episode {
	e.ID, e.Session, e.Task = trim(e.ID), trim(e.Session), trim(e.Task)
	e.Domain, e.TaskType, e.Complexity = trim(e.Domain), trim(e.TaskType), trim(e.Complexity)
	e.Outcome, e.ReportedOutcome = known(e.Outcome, episodic.OutcomeUnknown), trim(e.ReportedOutcome)
	e.StartedAt = normalTime(e.StartedAt)
	e.Context = trimMap(e.Context)
	for _, list := range []*[]string{
		&e.Tools, &e.Strategies, &e.Tags, &e.Goals, &e.Constraints, &e.Insights, &e.Lessons, &e.Notes,
	} {
		*list = trimAll(*list)
	}
	e.Decisions = mapped(e.Decisions, trimDecision)
	e.Events = mapped(e.Events, trimEvent)
	own := e.ID
	e.Links = mapped(e.Links, func(l episodic.Link) episodic.Link { return trimLink(own, l) })
	return e
}

func trimDecision(d episodic.Decision) episodic.Decision {
	d.ID, d.Context, d.Chosen, d.Rationale = trim(d.ID), trim(d.Context), trim(d.Chosen), trim(d.Rationale)
	d.Type, d.ReportedType = known(d.Type, episodic.DecisionUnknown), trim(d.ReportedType)
	d.Outcome, d.ReportedOutcome = known(d.Outcome, episodic.OutcomeUnknown), trim(d.ReportedOutcome)
	d.Factor, d.Actor = trim(d.Factor), trim(d.Actor)
	d.At = normalTime(d.At)
	d.Options, d.Effects, d.Factors = trimAll(d.Options), trimAll(d.Effects), trimAll(d.Factors)
	return d
}

func trimEvent(v episodic.Event) episodic.Event {
	v.ID, v.Content, v.Factor, v.Actor = trim(v.ID), trim(v.Content), trim(v.Factor), trim(v.Actor)
	v.Type, v.ReportedType = known(v.Type, episodic.EventUnknown), trim(v.ReportedType)
	v.At = normalTime(v.At)
	v.CausedBy, v.LeadsTo, v.Factors = trimAll(v.CausedBy), trimAll(v.LeadsTo), trimAll(v.Factors)
	return v
}

// normalized returns the canonical form of a trimmed, valid episode: sorted sets without
// duplicates, no empty sentences, merged links, and one form for absent lists.
func normalized(e episodic.Episode, links []statedLink) episodic.Episode {
	e.Tools, e.Strategies, e.Tags = set(e.Tools), set(e.Strategies), set(e.Tags)
	e.Goals, e.Constraints = sentences(e.Goals), sentences(e.Constraints)
	e.Insights, e.Notes = sentences(e.Insights), sentences(e.Notes)
	e.Lessons = present(sentences(e.Lessons))
	e.Decisions = present(mapped(e.Decisions, func(d episodic.Decision) episodic.Decision {
		d.Options, d.Effects, d.Factors = sentences(d.Options), nil, set(d.Factors)
		return d
	}))
	e.Events = present(mapped(e.Events, func(v episodic.Event) episodic.Event {
		v.CausedBy, v.LeadsTo, v.Factors = nil, nil, set(v.Factors)
		return v
	}))
	e.Links = mergeLinks(links)
	e.Metrics = copiedMetrics(e.Metrics)
	e.Extra = canonicalExtra(e.Extra)
	e.Sources = slices.Clone(e.Sources)
	return e
}

// trim removes the space around s and replaces line ends by \n; it keeps all other bytes.
func trim(s string) string {
	return strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n"))
}

func trimAll(list []string) []string { return mapped(list, trim) }

// trimMap trims keys and values. A key that would collide with another stays untrimmed, and
// validation rejects it.
func trimMap(m map[string]string) map[string]string {
	if len(m) == 0 {
		return nil
	}
	out := make(map[string]string, len(m))
	for k, v := range m {
		short := trim(k)
		if _, taken := m[short]; taken {
			short = k
		}
		if _, taken := out[short]; taken {
			short = k
		}
		out[short] = trim(v)
	}
	return out
}

// known trims an enumeration value and replaces an empty one by unknown.
func known[T ~string](word, unknown T) T {
	if word = T(strings.TrimSpace(string(word))); word == "" {
		return unknown
	}
	return word
}

// normalTime returns an instant in UTC without a monotonic clock reading, and a minute or a day as
// its beginning.
func normalTime(t episodic.Timestamp) episodic.Timestamp {
	if t.IsZero() {
		return episodic.Timestamp{}
	}
	utc := t.Time.UTC().Round(0)
	switch t.Precision {
	case episodic.PrecisionDay:
		utc = utc.Truncate(24 * time.Hour)
	case episodic.PrecisionMinute:
		utc = utc.Truncate(time.Minute)
	}
	return episodic.Timestamp{Time: utc, Precision: t.Precision}
}

// set sorts words and removes duplicates and empty ones: their order has no meaning.
func set(words []string) []string {
	out := slices.Clone(sentences(words))
	slices.Sort(out)
	return slices.Compact(out)
}

// sentences removes empty entries and returns nil if none is left.
func sentences(list []string) []string {
	var out []string
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

// present replaces an absent list by an empty one, for lists that the JSON form always has.
func present[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// mapped applies f to a copy of the list; an empty list becomes nil.
func mapped[T any](list []T, f func(T) T) []T {
	if len(list) == 0 {
		return nil
	}
	out := make([]T, len(list))
	for i, v := range list {
		out[i] = f(v)
	}
	return out
}

// copiedMetrics returns a deep copy of the metrics.
func copiedMetrics(m episodic.Metrics) episodic.Metrics {
	return episodic.Metrics{
		DurationMinutes: copied(m.DurationMinutes),
		ToolCalls:       copied(m.ToolCalls),
		Errors:          copied(m.Errors),
		Recoveries:      copied(m.Recoveries),
		Commits:         copied(m.Commits),
		FilesChanged:    copied(m.FilesChanged),
	}
}

func copied[T any](p *T) *T {
	if p == nil {
		return nil
	}
	v := *p
	return &v
}
