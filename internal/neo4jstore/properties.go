package neo4jstore

import (
	"cmp"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// episodeProperties are the properties of the node of an episode. Absent ones are null, so
// that a revision takes away what the one before had.
func episodeProperties(e intake.Write) params {
	ep := e.Episode
	return params{
		"label":    cmp.Or(cutLabel(ep.Task), ep.ID),
		"revision": e.Revision, "hash": e.Hash, "recordedAt": e.RecordedAt, "firstRecordedAt": e.FirstRecordedAt,
		"sortKey": ep.SortKey(), "startedAt": orNull(ep.StartedAt.String()),
		"session": orNull(ep.Session), "task": orNull(ep.Task), "taskLower": orNull(episodic.FoldCase(ep.Task)),
		"outcome": string(ep.Outcome), "domain": orNull(ep.Domain), "taskType": orNull(ep.TaskType),
		"complexity": orNull(ep.Complexity), "tools": listOrNull(ep.Tools),
		"strategies": listOrNull(ep.Strategies), "tags": listOrNull(ep.Tags),
		"lessons": listOrNull(ep.Lessons), "insights": listOrNull(ep.Insights),
		"goals": listOrNull(ep.Goals), "constraints": listOrNull(ep.Constraints),
		"decisionCount": len(ep.Decisions), "eventCount": len(ep.Events),
		"references": listOrNull(referencesOf(e)), "decisionTypes": listOrNull(decisionTypesOf(ep)), "actors": listOrNull(ep.Actors()), "failed": chunk.Failed(ep),
	}
}

// referencesOf returns what an episode mentions as text, each once, in order.
func referencesOf(e intake.Write) []string {
	out := make([]string, len(e.Mentions))
	for i, m := range e.Mentions {
		out[i] = m.Reference.Text()
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// decisionTypesOf returns the known types of the decisions of an episode, each once, in order.
func decisionTypesOf(e episodic.Episode) []string {
	var out []string
	for _, d := range e.Decisions {
		if d.Type != "" {
			out = append(out, string(d.Type))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// occurrenceProperties are the properties of the node of an occurrence: what lists and
// searches compare, and what a reader of the graph wants to see.
func occurrenceProperties(project string, e episodic.Episode, o episodic.Occurrence) params {
	p := params{
		"project": project, "key": o.Key, "episode": o.Episode, "kind": string(o.Kind), "type": o.Type,
		"label": o.Label, "labelLower": episodic.FoldCase(o.Label), "at": orNull(o.At.String()),
		"outcome": string(o.Outcome), "position": o.Position,
	}
	switch {
	case o.Kind == episodic.KindDecision && o.Position < len(e.Decisions):
		d := e.Decisions[o.Position]
		p["context"], p["chosen"], p["rationale"] = orNull(d.Context), orNull(d.Chosen), orNull(d.Rationale)
		p["options"], p["factor"], p["actor"] = listOrNull(d.Options), orNull(d.Factor), orNull(d.Actor)
	case o.Kind == episodic.KindEvent && o.Position < len(e.Events):
		v := e.Events[o.Position]
		p["content"], p["factor"], p["actor"] = orNull(v.Content), orNull(v.Factor), orNull(v.Actor)
	}
	return p
}

// cutLabel shortens a text to what the Browser shows under a node.
func cutLabel(s string) string {
	if r := []rune(s); len(r) > episodic.MaxLabel {
		return string(r[:episodic.MaxLabel-1]) + "…"
	}
	return s
}

// orNull makes an absent text an absent property.
func orNull(s string) any {
	if s == "" {
		return nil
	}
	return s
}

// valueOrNull makes a number or a condition that is not given null.
func valueOrNull[T any](v *T) any {
	if v == nil {
		return nil
	}
	return *v
}

func listOrNull(list []string) any {
	if len(list) == 0 {
		return nil
	}
	return list
}
