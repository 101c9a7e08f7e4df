package storetest

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/trace"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"pgregory.net/rapid"
)

// episodes draws an episode of any kind, or one with many links for a suite about links.
func episodes(linked bool) *rapid.Generator[episodic.Episode] {
	names, least, fewest, most := likely(), 0, 0, 3
	if linked {
		names, least, fewest, most = ids()[:3], 3, 8, 20
	}
	return rapid.Custom(func(t *rapid.T) episodic.Episode {
		word := func(name string) string { return maybe(words()).Draw(t, name) }
		e := episodic.Episode{
			ID: one(names...).Draw(t, "id"), Task: texts().Draw(t, "task"),
			Outcome: one(episodic.Outcomes()...).Draw(t, "outcome"), StartedAt: timestamps().Draw(t, "started"),
		}
		if rapid.Bool().Draw(t, "described") {
			e.Domain, e.TaskType, e.Complexity, e.Session = word("domain"), word("type"), word("complexity"), word("session")
			e.Tags, e.Tools, e.Strategies = some(words()).Draw(t, "tags"), some(words()).Draw(t, "tools"), some(words()).Draw(t, "strategies")
			e.Lessons = some(parts()).Draw(t, "lessons")
			e.Metrics.ToolCalls = one(nil, new(int64(0)), new(int64(3))).Draw(t, "calls")
		}
		own := []string{episodic.OutcomeID}
		for _, id := range []string{"e1", "e2", "e3"}[:least+below(t, 4-least)] {
			own = append(own, id)
			e.Events = append(e.Events, episodic.Event{
				ID: id, Type: one(episodic.EventTypes()...).Draw(t, "type"), Content: texts().Draw(t, "content"), At: timestamps().Draw(t, "at"),
				Actor: maybe(words()).Draw(t, "actor"),
			})
		}
		if linked || rapid.Bool().Draw(t, "decided") {
			own = append(own, "d1")
			e.Decisions = []episodic.Decision{{
				ID: "d1", Actor: maybe(words()).Draw(t, "actor"), Type: one(episodic.DecisionTypes()...).Draw(t, "type"), Chosen: texts().Draw(t, "chosen"),
				Options: some(parts()).Draw(t, "options"), Rationale: texts().Draw(t, "rationale"), Outcome: one(episodic.Outcomes()...).Draw(t, "ended"),
			}}
		}
		e.Links = drawnLinks(t, e.ID, own, fewest+below(t, most-fewest+1))
		return e
	})
}

// drawnLinks draws links with one end in the episode itself. All have the same confidence and note, so
// two statements of a link never contradict each other.
func drawnLinks(t *rapid.T, id string, own []string, n int) []episodic.Link {
	confidence := one(nil, new(0.25), new(1.0)).Draw(t, "confidence")
	note := one("", maybe(parts()).Draw(t, "text"), "value-flow/1 from a to b: x", "due-to/2: it was late", "a/b/c").Draw(t, "note")
	ends := slices.Concat(own, own, keys(2), keys(3))
	var out []episodic.Link
	for range n {
		l := episodic.Link{
			Source: one(own...).Draw(t, "own"), Target: one(ends...).Draw(t, "other"),
			Relation: one(episodic.Relations()...).Draw(t, "relation"), Basis: one(episodic.Bases()...).Draw(t, "basis"),
			Confidence: confidence, Note: note,
		}
		if other, short, foreign := episodic.SplitKey(l.Target); foreign && other == id {
			l.Target = short
		}
		if rapid.Bool().Draw(t, "back") {
			l.Source, l.Target = l.Target, l.Source
		}
		if _, err := intake.Prepare(withLinks(id, own, append(out, l))); err == nil {
			out = append(out, l)
		}
	}
	return out
}

// withLinks returns a minimal episode that can state some links.
func withLinks(id string, own []string, links []episodic.Link) episodic.Episode {
	e := episodic.Episode{ID: id, Links: links}
	for _, short := range own {
		if short != episodic.OutcomeID {
			e.Events = append(e.Events, episodic.Event{ID: short})
		}
	}
	return e
}

// commands draws commands of some kinds; a kind listed twice is drawn twice as often.
func commands(draw ...func(*rapid.T) Command) *rapid.Generator[Command] {
	return rapid.Custom(func(t *rapid.T) Command {
		return draw[below(t, len(draw))](t)
	})
}

func drawProject(t *rapid.T) int { return one(0, 0, 0, 0, 0, 1).Draw(t, "project") }

func drawID(t *rapid.T) string { return one(likely()...).Draw(t, "id") }

// likely returns the ids, some of them more often: so deleted episodes are also restored, and postponed
// ones are written again.
func likely() []string { return append(ids(), "a", "a", "a", "b", "b") }

func drawSize(t *rapid.T) int { return rapid.IntRange(1, 4).Draw(t, "size") }

// drawRecord draws a call with one to three episodes with different ids.
func drawRecord(linked bool) func(*rapid.T) Command {
	least := 1
	if linked {
		least = 2
	}
	list := rapid.SliceOfNDistinct(episodes(linked), least, 3, func(e episodic.Episode) string { return e.ID })
	return func(t *rapid.T) Command {
		project := 0
		if !linked {
			project = drawProject(t)
		}
		return Record{
			Project: project, Strict: one(false, false, true).Draw(t, "strict"), Episodes: list.Draw(t, "episodes"),
			Wait: one(episodic.StateIndexed, episodic.StateEmbedded, episodic.StateApplied).Draw(t, "wait"),
		}
	}
}

func drawDelete(t *rapid.T) Command { return Delete{drawProject(t), drawID(t)} }

func drawRestore(t *rapid.T) Command { return Restore{drawProject(t), drawID(t)} }

func drawPurge(t *rapid.T) Command { return Purge{drawProject(t), drawID(t)} }

func drawPurgeProject(t *rapid.T) Command { return PurgeProject{drawProject(t)} }

func drawAccess(t *rapid.T) Command {
	return Access{drawProject(t), rapid.MapOfN(one(likely()...), rapid.Int64Range(1, 5), 1, 3).Draw(t, "reads")}
}

func drawTasks(t *rapid.T) []Task {
	return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Task {
		return Task{drawProject(t), drawID(t), 1 + below(t, 2), one(false, false, true).Draw(t, "gone"), one(0, 0, 1, 5).Draw(t, "vectors")}
	}), 1, 8).Draw(t, "tasks")
}

func drawMark(t *rapid.T) Command { return Mark{drawTasks(t)} }

func drawUnmark(t *rapid.T) Command { return Unmark{drawProject(t), drawID(t)} }

func drawPostpone(t *rapid.T) Command {
	return Postpone{drawTasks(t), rapid.IntRange(0, 9).Draw(t, "minutes")}
}

func drawCopy(t *rapid.T) Command {
	from := drawProject(t)
	return Copy{From: from, To: 1 - from, Revisions: rapid.IntRange(0, 2).Draw(t, "revisions"), Only: some(ids()).Draw(t, "only")}
}

func drawList(t *rapid.T) Command {
	return List{drawProject(t), episodeFilters().Draw(t, "filter"), one(false, false, true).Draw(t, "deleted"), drawSize(t)}
}

func drawListOccurrences(t *rapid.T) Command {
	return ListOccurrences{Project: drawProject(t), After: maybe(keys(3)).Draw(t, "after"), Size: drawSize(t), Filter: episodic.OccurrenceFilter{
		Kinds: some(episodic.Kinds()).Draw(t, "kinds"), Types: some([]string{"tool_call", "error", "success", "design", "unknown"}).Draw(t, "types"),
		Episode: maybe(ids()).Draw(t, "episode"), Label: maybe(sought()).Draw(t, "label"),
	}}
}

func drawReferences(t *rapid.T) Command {
	return References{
		drawProject(t), maybe([]episodic.ReferenceKind{episodic.ReferenceCommit, episodic.ReferenceFile, episodic.ReferenceIssue}).Draw(t, "kind"),
		maybe([]string{"1", "1a2b3c4", "1a2b3c4d", "1a2b3c4d5e77", "1a2b3c4f", "docs/", "docs/ﬁ", "9"}).Draw(t, "prefix"), drawSize(t),
	}
}

func drawMentions(t *rapid.T) Command {
	return Mentions{
		drawProject(t), rapid.SliceOfNDistinct(one(references()...), 1, 3, rapid.ID).Draw(t, "references"),
		maybe([]string{"1a2b3c4", "1a2b3c4d", "1a2b3c4ff0"}).Draw(t, "sha"), drawSize(t),
	}
}

func drawSearch(t *rapid.T) Command {
	return Search{
		drawProject(t), drawGeneration(t), one(parts()...).Draw(t, "text"), episodeFilters().Draw(t, "filter"), drawParts(t),
		rapid.IntRange(1, 5).Draw(t, "limit"), rapid.IntRange(0, 3).Draw(t, "offset"),
	}
}

func drawNearest(t *rapid.T) Command {
	return Nearest{
		drawProject(t), drawGeneration(t), below(t, 8), one(vectorNames()...).Draw(t, "name"),
		rapid.OneOf(rapid.Just(episodic.EpisodeFilter{}), episodeFilters()).Draw(t, "filter"), drawParts(t),
		rapid.IntRange(1, 5).Draw(t, "limit"), rapid.IntRange(0, 3).Draw(t, "offset"),
	}
}

func drawGeneration(t *rapid.T) int { return one(0, 0, 0, 0, 1).Draw(t, "generation") }

func drawParts(t *rapid.T) []episodic.ChunkPart {
	return some([]episodic.ChunkPart{episodic.PartHead, episodic.PartDecision, episodic.PartEvents}).Draw(t, "parts")
}

func drawRecall(t *rapid.T) Command {
	c := Recall{
		Project: drawProject(t), Text: one(parts()...).Draw(t, "text"), Filter: episodeFilters().Draw(t, "filter"),
		Limit: rapid.IntRange(1, 5).Draw(t, "limit"), Offset: rapid.IntRange(0, 3).Draw(t, "offset"),
		Words: one(0, 0, 1, 2).Draw(t, "words"), Vector: maybe(vectorNames()).Draw(t, "vector"),
	}
	if rapid.Bool().Draw(t, "like") {
		c.Text, c.Like = "", drawID(t)
	}
	return c
}

// drawReindex draws a rebuild, which is slow, in few sequences.
func drawReindex(t *rapid.T) Command {
	return one[Command](Reindex{drawProject(t)}, WorkBacklog{}, WorkBacklog{}, WorkBacklog{}).Draw(t, "build")
}

func drawPut(t *rapid.T) Command {
	list := rapid.SliceOfNDistinct(episodes(false), 1, 3, func(e episodic.Episode) string { return e.ID })
	return Put{
		drawProject(t), drawGeneration(t), rapid.IntRange(1, 3).Draw(t, "revision"), list.Draw(t, "episodes"),
		one(0, 1, 2, 3).Draw(t, "vectors"),
	}
}

func drawRemove(t *rapid.T) Command {
	return Remove{drawProject(t), drawGeneration(t), some(ids()).Draw(t, "ids")}
}

func drawDropGeneration(t *rapid.T) Command { return DropGeneration{drawProject(t), drawGeneration(t)} }

func drawDrop(t *rapid.T) Command { return Drop{drawProject(t)} }

func drawKey(t *rapid.T) string { return one(keys(3)...).Draw(t, "key") }

func drawKeys(t *rapid.T) []string {
	return rapid.SliceOfNDistinct(one(keys(3)...), 1, 4, rapid.ID).Draw(t, "keys")
}

func drawShortest(t *rapid.T) Command {
	return Shortest{
		0, drawKeys(t), drawKeys(t), one(100, 1, 2, 3, 5).Draw(t, "depth"), relations().Draw(t, "relations"), bases().Draw(t, "bases"),
		one(100, 1, 2).Draw(t, "limit"),
	}
}

func drawSubgraph(t *rapid.T) Command {
	c := Subgraph(drawShortest(t).(Shortest))
	c.Depth, c.Limit = one(1, 3, 5, 7, 10, 30).Draw(t, "depth"), one(1000, 3, 6).Draw(t, "limit")
	return c
}

func drawPath(t *rapid.T) Command {
	end := func() string { return rapid.OneOf(one(keys(3)...), one(keys(3)...), one(sought()...)).Draw(t, "end") }
	c := Path{From: end(), To: end(), Relations: relations().Draw(t, "relations"), Bases: bases().Draw(t, "bases")}
	c.Mode = one(trace.ModeAllShortest, trace.ModeShortest, trace.ModeAllSimple).Draw(t, "mode")
	c.Depth = below(t, 11)
	c.Limit = one(0, 1, 2, 5).Draw(t, "limit")
	return c
}

func drawTrace(t *rapid.T) Command {
	return Trace{
		0, drawKey(t), directions().Draw(t, "direction"), one(100, 1, 2, 4).Draw(t, "depth"), relations().Draw(t, "relations"),
		bases().Draw(t, "bases"), drawSize(t),
	}
}

func drawNeighbors(t *rapid.T) Command {
	return Neighbors{0, drawKeys(t), directions().Draw(t, "direction"), relations().Draw(t, "relations"), bases().Draw(t, "bases")}
}

func drawAdvance(t *rapid.T) Command {
	return Advance{
		drawProject(t), below(t, 3), one(fingerprints()...).Draw(t, "model"), maybe(parts()).Draw(t, "built to"),
		one(0, 0, 0, 0, -1, 1).Draw(t, "off"),
	}
}

func drawPutModel(t *rapid.T) Command {
	return PutModel{drawProject(t), one(fingerprints()...).Draw(t, "fingerprint"), one(0, 1, 70_000).Draw(t, "bytes"), 1 + below(t, 3)}
}

func drawDropUnusedModels(t *rapid.T) Command { return DropUnusedModels{drawProject(t)} }

func drawBridges(t *rapid.T) Command {
	return Bridges{
		drawProject(t), rapid.SliceOfN(one(append(ids(), "unknown")...), 1, 3).Draw(t, "ids"), 1 + below(t, 4), one(1, 2, 20).Draw(t, "limit"),
	}
}
