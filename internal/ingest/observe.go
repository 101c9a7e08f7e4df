package ingest

import (
	"fmt"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/lazy"
)

var dayPattern = lazy.Pattern(`\d{4}-\d{2}-\d{2}`)

// observe adds notes for the reader of the report. It changes nothing.
func observe(r *reading, e episodic.Episode, name string) {
	if base := baseName(name); strings.HasPrefix(base, "episode-") && !strings.HasPrefix(base, e.ID) {
		r.say(RuleIDDiffers, "id", "the episode is %q, the file %q", e.ID, base)
	}
	if day := dayPattern().FindString(e.ID); day != "" && !e.StartedAt.IsZero() {
		if at := e.StartedAt.Time.UTC().Format(time.DateOnly); at != day {
			r.say(RuleDateDiffers, "timestamp", "the id says %s, the time %s", day, at)
		}
	}
	if strings.TrimSpace(e.Task) == "" {
		r.say(RuleEmptyTask, "task", "the episode says no task")
	}
	for i, d := range e.Decisions {
		if d.Chosen != "" && d.Chosen == d.Context {
			r.say(RuleChosenIsContext, fmt.Sprintf("decisions[%d].chosen", i), "repeats the context")
		}
		observeText(r, fmt.Sprintf("decisions[%d].chosen", i), d.Chosen)
	}
	observeEvents(r, e)
	observeCounts(r, e)
}

func observeEvents(r *reading, e episodic.Episode) {
	first := map[string]int{}
	ordered := true
	var before time.Time
	for i, v := range e.Events {
		path := fmt.Sprintf("events[%d]", i)
		if j, twice := first[v.Content]; twice && v.Content != "" {
			r.say(RuleRepeatedContent, path+".content", "is the content of events[%d] too", j)
		} else {
			first[v.Content] = i
		}
		observeText(r, path+".content", v.Content)
		if v.At.IsZero() {
			continue
		}
		ordered = ordered && !v.At.Time.Before(before)
		before = v.At.Time
		observeTime(r, path+".timestamp", e.StartedAt, v.At)
	}
	if !ordered {
		r.say(RuleTimeOrder, "events", "are not in the order of their times")
	}
}

// observeTime compares two times, by day if one of them is a day.
func observeTime(r *reading, path string, episode, event episodic.Timestamp) {
	if episode.IsZero() {
		return
	}
	from, at := episode.Time, event.Time
	if episode.Precision == episodic.PrecisionDay || event.Precision == episodic.PrecisionDay {
		from, at = from.Truncate(24*time.Hour), at.Truncate(24*time.Hour)
	}
	if at.Before(from) || at.After(from.Add(24*time.Hour)) {
		r.say(RuleEventOutside, path, "%s, the episode began %s", event, episode)
	}
}

// observeCounts compares the metrics with the events.
func observeCounts(r *reading, e episodic.Episode) {
	counts := map[episodic.EventType]int64{}
	for _, v := range e.Events {
		counts[v.Type]++
	}
	if n := e.Metrics.Errors; n != nil && *n != counts[episodic.EventError] {
		r.say(RuleErrorCount, "metrics.errors", "%d, with %d error events", *n, counts[episodic.EventError])
	}
	if n := e.Metrics.Commits; n != nil && *n != counts[episodic.EventCommit] {
		r.say(RuleCommitCount, "metrics.commits", "%d, with %d commit events", *n, counts[episodic.EventCommit])
	}
	if e.Outcome == episodic.OutcomeSuccess && counts[episodic.EventError] > 0 {
		r.say(RuleSuccessWithErrors, "outcome", "success, with %d error events", counts[episodic.EventError])
	}
}

func observeText(r *reading, path, text string) {
	if looksLikeMember(text) {
		r.say(RuleJSONFragment, path, "%s", shorten(text))
	}
}

// looksLikeMember reports whether a text begins like a member of a JSON object.
func looksLikeMember(text string) bool {
	rest, quoted := strings.CutPrefix(text, `"`)
	key, rest, closed := strings.Cut(rest, `"`)
	return quoted && closed && key != "" && !strings.ContainsAny(key, " \t\n") && strings.HasPrefix(strings.TrimSpace(rest), ":")
}
