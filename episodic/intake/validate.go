package intake

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// validate returns a [problem.InvalidError] with every rule that a trimmed episode breaks.
func validate(e episodic.Episode, links []statedLink) error {
	c := &checker{}
	c.id("id", e.ID, episodic.MaxEpisodeID)
	c.head(e)
	for i, d := range e.Decisions {
		c.decision(fmt.Sprintf("decisions[%d]", i), d)
	}
	for i, v := range e.Events {
		c.event(fmt.Sprintf("events[%d]", i), v)
	}
	c.links(c.ownIDs(e), links)
	c.metrics(e.Metrics)
	c.extra(e.Extra)
	c.sources(e.Sources)
	return c.Err()
}

// checker checks the parts of an episode.
type checker struct{ problem.Checker }

func (c *checker) head(e episodic.Episode) {
	c.word("session", e.Session)
	c.time("timestamp", e.StartedAt)
	enum(c, "outcome", e.Outcome, episodic.Outcomes())
	c.ownWord("reported_outcome", e.ReportedOutcome, e.Outcome, episodic.OutcomeUnknown)
	c.text("task", e.Task)
	for _, k := range slices.Sorted(maps.Keys(e.Context)) {
		c.contextEntry(k, e.Context[k])
	}
	c.word("domain", e.Domain)
	c.word("task_type", e.TaskType)
	c.word("complexity", e.Complexity)
	each("tools", e.Tools, c.word)
	each("strategies", e.Strategies, c.word)
	each("tags", e.Tags, c.word)
	each("goals", e.Goals, c.text)
	each("constraints", e.Constraints, c.text)
	each("insights", e.Insights, c.text)
	each("lessons", e.Lessons, c.text)
	each("notes", e.Notes, c.text)
	if e.CausalOrderVersion < 0 || e.CausalOrderVersion > math.MaxInt32 {
		c.Invalid("causal_order_version", "%d is no version; use 0 or more", e.CausalOrderVersion)
	}
}

func (c *checker) contextEntry(key, value string) {
	path := fmt.Sprintf("context[%q]", episodic.Shorten(key, 80))
	if key == "" || key != trim(key) {
		c.Invalid(path, "a variable of the context needs a name that is the only one of its spelling, space around it aside")
	}
	c.word(path, key)
	c.text(path, value)
}

func (c *checker) decision(path string, d episodic.Decision) {
	c.time(path+".timestamp", d.At)
	enum(c, path+".type", d.Type, episodic.DecisionTypes())
	c.ownWord(path+".reported_type", d.ReportedType, d.Type, episodic.DecisionOther)
	c.text(path+".context", d.Context)
	each(path+".options", d.Options, c.text)
	c.text(path+".chosen", d.Chosen)
	c.text(path+".rationale", d.Rationale)
	enum(c, path+".outcome", d.Outcome, episodic.Outcomes())
	c.ownWord(path+".reported_outcome", d.ReportedOutcome, d.Outcome, episodic.OutcomeUnknown)
	c.word(path+".actor", d.Actor)
	c.word(path+".factor", d.Factor)
	c.factors(path+".factors", d.Factors)
}

func (c *checker) event(path string, v episodic.Event) {
	c.time(path+".timestamp", v.At)
	enum(c, path+".type", v.Type, episodic.EventTypes())
	c.ownWord(path+".reported_type", v.ReportedType, v.Type, episodic.EventOther)
	c.text(path+".content", v.Content)
	c.word(path+".actor", v.Actor)
	c.word(path+".factor", v.Factor)
	c.factors(path+".factors", v.Factors)
}

// factors checks further factors.
func (c *checker) factors(path string, list []string) {
	if len(list) > episodic.MaxFactors {
		c.TooLarge(path, "%d factors; at most %d are taken", len(list), episodic.MaxFactors)
		return
	}
	each(path, list, c.word)
}

func (c *checker) metrics(m episodic.Metrics) {
	if d := m.DurationMinutes; d != nil && (math.IsNaN(*d) || math.IsInf(*d, 0) || *d < 0) {
		c.Invalid("metrics.duration_minutes", "%v is no length of time; use 0 or more, or leave it out when it was not measured", *d)
	}
	count := func(name string, n *int64) {
		if n != nil && *n < 0 {
			c.Invalid("metrics."+name, "%d is no count; use 0 or more, or leave it out when it was not measured", *n)
		}
	}
	count("tool_calls", m.ToolCalls)
	count("errors", m.Errors)
	count("recoveries", m.Recoveries)
	count("commits", m.Commits)
	count("files_changed", m.FilesChanged)
}

// text checks a text that may have several lines.
func (c *checker) text(path, s string) {
	if len(s) > episodic.MaxText {
		c.TooLarge(path, "the text has %d bytes; at most %d are taken", len(s), episodic.MaxText)
		return
	}
	if !utf8.ValidString(s) {
		c.Invalid(path, "the text is not valid UTF-8")
		return
	}
	if i := strings.IndexFunc(s, func(r rune) bool { return unicode.IsControl(r) && r != '\n' && r != '\t' }); i >= 0 {
		r, _ := utf8.DecodeRuneInString(s[i:])
		c.Invalid(path, "the text has the control character %U at byte %d; only line feeds and tabs are taken", r, i)
	}
}

// word checks a short text in one line; it may be empty.
func (c *checker) word(path, s string) {
	if n := utf8.RuneCountInString(s); n > episodic.MaxWord {
		c.TooLarge(path, "%d characters; at most %d are taken", n, episodic.MaxWord)
		return
	}
	if strings.ContainsAny(s, "\n\t") {
		c.Invalid(path, "the word has a line feed or a tab; use one line")
		return
	}
	c.text(path, s)
}

// id checks a name that is part of a key.
func (c *checker) id(path, s string, most int) {
	switch n := utf8.RuneCountInString(s); {
	case s == "":
		c.Invalid(path, "is missing; use 1 to %d characters", most)
	case n > most:
		c.TooLarge(path, "%d characters; at most %d are taken", n, most)
	case !isID(s):
		c.Invalid(path, "%q cannot be an id: use visible characters, no space and no slash", s)
	}
}

func isID(s string) bool {
	return s != "" && utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return r == '/' || unicode.IsSpace(r) || !unicode.IsGraphic(r)
	})
}

// time rejects years that RFC 3339 cannot represent.
func (c *checker) time(path string, t episodic.Timestamp) {
	if y := t.Time.Year(); y < 0 || y > 9999 {
		c.Invalid(path, "the year %d is outside 0 to 9999", y)
	}
}

// ownWord checks the writer's own word, which is allowed only with one value of the enumeration.
func (c *checker) ownWord(path, word string, given, want any) {
	c.word(path, word)
	if word != "" && given != want {
		c.Invalid(path, "%q goes only with %q, here is %q", word, want, given)
	}
}

func enum[T ~string](c *checker, path string, word T, all []T) {
	if slices.Contains(all, word) {
		return
	}
	names := make([]string, len(all))
	for i, w := range all {
		names[i] = string(w)
	}
	c.Invalid(path, "%q is none of %s", episodic.Shorten(string(word), 80), strings.Join(names, ", "))
}

func each(path string, list []string, check func(path, s string)) {
	for i, s := range list {
		check(fmt.Sprintf("%s[%d]", path, i), s)
	}
}
