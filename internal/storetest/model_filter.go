package storetest

import (
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// asked is what filters compare of an episode.
type asked struct {
	episodic.Episode
	references    []episodic.Reference
	decisionTypes []episodic.DecisionType
	actors        []string
	failed        bool
}

// asked reads it from the recorded content.
func (k *kept) asked() asked {
	a := asked{Episode: k.Episode, failed: meets([]episodic.Outcome{"failure", "partial"}, []episodic.Outcome{k.Episode.Outcome})}
	for _, m := range k.Mentions {
		a.references = append(a.references, m.Reference)
	}
	for _, d := range k.Episode.Decisions {
		a.decisionTypes, a.actors = append(a.decisionTypes, d.Type), append(a.actors, d.Actor)
		a.failed = a.failed || d.Outcome == "failure"
	}
	for _, v := range k.Episode.Events {
		a.actors = append(a.actors, v.Actor)
		a.failed = a.failed || v.Type == "error"
	}
	return a
}

// matches reports whether a filter lets an episode through.
func matches(a asked, f episodic.EpisodeFilter) bool {
	e := a.Episode
	for asked, have := range map[*string]string{
		&f.Domain: e.Domain, &f.TaskType: e.TaskType, &f.Complexity: e.Complexity, &f.Session: e.Session,
	} {
		if *asked != "" && *asked != have {
			return false
		}
	}
	return meets(f.Outcomes, []episodic.Outcome{e.Outcome}) && meets(f.Tags, e.Tags) && meets(f.Tools, e.Tools) &&
		meets(f.Strategies, e.Strategies) && hasPart(e.Task, f.Task) && within(e.StartedAt, f) &&
		meets(f.References, a.references) && meets(f.DecisionTypes, a.decisionTypes) && meets(f.Actors, a.actors) && (a.failed || !f.Failed)
}

// meets reports whether one of the wanted words is present.
func meets[T comparable](asked, have []T) bool {
	return len(asked) == 0 || slices.ContainsFunc(asked, func(word T) bool { return slices.Contains(have, word) })
}

// within reports whether a time lies in the span of a filter; an unknown time never does.
func within(at episodic.Timestamp, f episodic.EpisodeFilter) bool {
	if f.Since.IsZero() && f.Until.IsZero() {
		return true
	}
	return !at.IsZero() && !at.Time.Before(f.Since) && (f.Until.IsZero() || at.Time.Before(f.Until))
}

// hasPart reports whether a text contains a part, ignoring case.
func hasPart(text, part string) bool {
	return strings.Contains(strings.ToLower(text), strings.ToLower(part))
}
