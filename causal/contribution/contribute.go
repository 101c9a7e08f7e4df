package contribution

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/text"
)

// Contribute returns what an episode adds to the factor layer under the rules. foreign has the
// factors of the occurrences in other episodes that its links name; links to occurrences that are
// missing there are left out. It is a pure function.
func Contribute(e episodic.Episode, rules Rules, foreign map[string]factor.Identity) Contribution {
	return ContributeUnder(e, rules.Resolver(), foreign)
}

// ContributeUnder is [Contribute] with rules that are prepared for lookup.
func ContributeUnder(e episodic.Episode, rules Resolver, foreign map[string]factor.Identity) Contribution {
	c := contributing{
		rules: rules, foreign: foreign, episode: e,
		at:  make(map[factor.Identity]int, len(e.Decisions)+len(e.Events)+len(e.Context)+1),
		own: make(map[string]factor.Identity, len(e.Decisions)+len(e.Events)+1),
	}
	c.observe()
	supports, selfLinks := c.supports()
	slices.SortFunc(c.seen, func(a, b keyed[Observation]) int { return cmp.Compare(a.key, b.key) })
	return Contribution{
		Episode: e.ID, Outcome: e.Outcome, Seen: seen(e.StartedAt), Errors: hasError(e),
		Observations: values(c.seen), Supports: supports, SelfLinks: selfLinks, Instances: c.instances(),
	}
}

// seen returns the start of an episode in the precision of the stores; zero if it is unknown.
func seen(at episodic.Timestamp) time.Time {
	if at.IsZero() {
		return time.Time{}
	}
	return at.Time.UTC().Truncate(time.Microsecond)
}

func hasError(e episodic.Episode) bool {
	return slices.ContainsFunc(e.Events, func(v episodic.Event) bool { return v.Type == episodic.EventError })
}

// keyed is a value with its key, so that the key is hashed only once.
type keyed[T any] struct {
	key   string
	value T
}

func values[T any](list []keyed[T]) []T {
	if len(list) == 0 {
		return nil
	}
	out := make([]T, len(list))
	for i, one := range list {
		out[i] = one.value
	}
	return out
}

// contributing collects what an episode adds.
type contributing struct {
	rules   Resolver
	foreign map[string]factor.Identity
	episode episodic.Episode
	// seen has the observations, at the index of each.
	seen []keyed[Observation]
	at   map[factor.Identity]int
	// own has the factors of the episode's own occurrences, by short id.
	own map[string]factor.Identity
}

// Raw is the factor of an occurrence before any rule applies.
type Raw struct {
	factor.Identity

	// Text is the unmasked text in one line, comparable with [Split.Text].
	Text string
}

// Raws returns the raw factors of the occurrences of a normalized episode, by occurrence key.
// Occurrences without a factor are left out.
func Raws(e episodic.Episode) map[string]Raw {
	out := make(map[string]Raw, len(e.Decisions)+len(e.Events)+1)
	eachRaw(e, func(short string, raw factor.Identity, text string, _ factor.KindCounts, _ *int64) {
		out[episodic.OccurrenceKey(e.ID, short)] = Raw{raw, splitText(text)}
	})
	return out
}

// eachRaw calls yield for every occurrence with its short id, its raw factor, its text, its kind
// and its position in time.
func eachRaw(e episodic.Episode, yield func(short string, raw factor.Identity, text string, kinds factor.KindCounts, order *int64)) {
	clock := Clock(e)
	for _, d := range e.Decisions {
		if raw, ok := DecisionFactor(d); ok {
			yield(d.ID, raw, cmp.Or(d.Chosen, d.Context, d.ID), factor.KindCounts{Decision: 1}, clock(d.At))
		}
	}
	for _, v := range e.Events {
		yield(v.ID, eventFactor(v), cmp.Or(v.Content, string(v.Type)), factor.KindCounts{Event: 1}, clock(v.At))
	}
	if o := e.Outcome; o != episodic.OutcomeUnknown && o != "" {
		raw := factor.Identity{Variable: factor.VariableOutcome, State: string(o)}
		yield(episodic.OutcomeID, raw, raw.Label(), factor.KindCounts{Outcome: 1}, new(OrderLast))
	}
}

// eachFurther calls yield for every further factor of an occurrence, with the kind of the occurrence and
// its position in time. No occurrence is an instance of it, so that links are between main factors.
func eachFurther(e episodic.Episode, yield func(raw factor.Identity, kinds factor.KindCounts, order *int64)) {
	clock := Clock(e)
	each := func(names []string, kinds factor.KindCounts, at episodic.Timestamp) {
		for _, name := range names {
			raw, _ := ownFactor(name)
			yield(raw, kinds, clock(at))
		}
	}
	for _, d := range e.Decisions {
		each(d.Factors, factor.KindCounts{Decision: 1}, d.At)
	}
	for _, v := range e.Events {
		each(v.Factors, factor.KindCounts{Event: 1}, v.At)
	}
}

// observe adds the context and the occurrences of the episode.
func (c *contributing) observe() {
	for variable, state := range c.episode.Context {
		raw := contextFactor(variable, state)
		c.add(c.rules.Apply(raw, raw.Label()), factor.KindCounts{Context: 1}, new(OrderFirst))
	}
	eachRaw(c.episode, func(short string, raw factor.Identity, text string, kinds factor.KindCounts, order *int64) {
		c.own[short] = c.rules.Apply(raw, text)
		c.add(c.own[short], kinds, order)
	})
	eachFurther(c.episode, func(raw factor.Identity, kinds factor.KindCounts, order *int64) {
		c.add(c.rules.Apply(raw, raw.Label()), kinds, order)
	})
}

// Clock returns the function from the times of an episode to positions: microseconds since 1970, nil
// for a day or an unknown time. If the episode knows a time to the minute only, its positions are whole
// minutes: two in one minute are equal, so that no order is made up.
func Clock(e episodic.Episode) func(at episodic.Timestamp) *int64 {
	grain := time.Microsecond
	minute := func(at episodic.Timestamp) {
		if at.Precision == episodic.PrecisionMinute {
			grain = time.Minute
		}
	}
	for _, d := range e.Decisions {
		minute(d.At)
	}
	for _, v := range e.Events {
		minute(v.At)
	}
	return func(at episodic.Timestamp) *int64 {
		if at.IsZero() || at.Precision == episodic.PrecisionDay {
			return nil
		}
		return new(at.Time.Truncate(grain).UnixMicro())
	}
}

// add records one occurrence of a factor.
func (c *contributing) add(i factor.Identity, kinds factor.KindCounts, order *int64) {
	at, known := c.at[i]
	if !known {
		c.at[i] = len(c.seen)
		c.seen = append(c.seen, keyed[Observation]{i.Key(), Observation{Identity: i, Kinds: kinds, Order: order}})
		return
	}
	o := &c.seen[at].value
	o.Kinds = factor.KindCounts{
		Decision: o.Kinds.Decision | kinds.Decision, Event: o.Kinds.Event | kinds.Event,
		Outcome: o.Kinds.Outcome | kinds.Outcome, Context: o.Kinds.Context | kinds.Context,
	}
	if order != nil && (o.Order == nil || *order < *o.Order) {
		o.Order = order
	}
}

// instances returns the factors of the episode's own occurrences, by occurrence key.
func (c *contributing) instances() map[string]factor.Identity {
	out := make(map[string]factor.Identity, len(c.own))
	for short, i := range c.own {
		out[episodic.OccurrenceKey(c.episode.ID, short)] = i
	}
	return out
}

// supports returns the links between factors that the episode states, each with its strongest
// basis that the times bear out, and the number of links from a factor to itself.
func (c *contributing) supports() (supports []Support, selfLinks int) {
	found, chronology := map[string]Support{}, intake.ChronologyOf(c.episode)
	for _, l := range c.episode.Links {
		l = chronology.Told(l)
		source, known := c.end(l.Source)
		target, both := c.end(l.Target)
		if !known || !both {
			continue
		}
		if source == target {
			selfLinks++
			continue
		}
		s := Support{Relation: l.Relation, Basis: l.Basis}
		s.Source, s.Target = link.Ends(source, l.Relation, target)
		key := link.FactorLinkKey(c.key(s.Source), s.Relation, c.key(s.Target))
		if old, known := found[key]; known && !stronger(s.Basis, old.Basis) {
			continue
		}
		found[key] = s
	}
	for _, key := range slices.Sorted(maps.Keys(found)) {
		supports = append(supports, found[key])
	}
	return supports, selfLinks
}

// end returns the factor at an end of a link.
func (c *contributing) end(name string) (factor.Identity, bool) {
	if strings.Contains(name, "/") {
		i, ok := c.foreign[name]
		return i, ok
	}
	i, ok := c.own[name]
	return i, ok
}

// key returns the key of a factor; it avoids hashing those that the episode has.
func (c *contributing) key(i factor.Identity) string {
	if at, ok := c.at[i]; ok {
		return c.seen[at].key
	}
	return i.Key()
}

// stronger reports whether a comes before b in the order of [episodic.Bases].
func stronger(a, b episodic.Basis) bool {
	all := episodic.Bases()
	return slices.Index(all, a) < slices.Index(all, b)
}

// splitText returns the part of a text that identifies it in a split: as much as the label of an
// occurrence shows.
func splitText(words string) string { return text.Shorten(text.OneLine(words), episodic.MaxLabel) }
