package httpapi

import (
	"github.com/causeway-memory/causeway/causal/paths"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/recall"
	"github.com/causeway-memory/causeway/graph/generated"
)

// unpagedListCost is the assumed number of items of a list without pages.
const unpagedListCost = 10

// costCap is the maximum cost, far above every limit and far below overflow.
const costCap = 1 << 40

// times returns the cost of a list: one, plus that of each item.
func times(items, child int) int {
	items = max(items, 1)
	if child > costCap/items {
		return costCap
	}
	return 1 + items*child
}

// list returns the cost of a list without pages.
func list(child int) int { return times(unpagedListCost, child) }

// part returns the cost of a list inside another item, of which a part can be asked for. The length of a
// list that is asked for as a whole is not known before it is read: its fields are counted while it is
// answered.
func part(child int, first *int, _ int) int {
	if first == nil {
		return list(child)
	}
	return times(min(*first, episodic.MaxItems), child)
}

// links returns the cost of the links of one occurrence.
func links(child int, _ *search.Follow, first *int, offset int) int {
	return part(child, first, offset)
}

// costs sets the cost of lists; every other field costs one plus its children.
func costs() generated.ComplexityRoot {
	var c generated.ComplexityRoot
	inner(&c)
	c.Query.Projects, c.Project.Index = list, list
	c.Query.Nodes = func(child int, ids []string) int { return times(len(ids), child) }
	c.Query.Episodes = func(child int, _ string, _ *episodic.EpisodeFilter, _ bool, first int, _ *string) int {
		return times(first, child)
	}
	c.Query.Occurrences = func(child int, _ string, _ *episodic.OccurrenceFilter, first int, _ *string) int {
		return times(first, child)
	}
	c.Query.References = func(child int, _ string, _ *episodic.ReferenceKind, _ *string, first int, _ *string) int {
		return times(first, child)
	}
	c.Query.CausalPath = func(
		child int, _, _, _ string, _ paths.Mode, _ *int, _ *search.Follow, first int,
	) int {
		return times(first, child)
	}
	c.Query.Jobs = func(child int, _ string, first int, _ *string) int { return times(page(first), child) }
	c.Query.Audit = func(child int, _ string, first int, _ *string) int { return times(page(first), child) }
	c.ImportReport.Reports, c.FileReport.Repairs, c.FileReport.Problems = list, list, list
	questions(&c)
	factors(&c)
	effects(&c)
	patternsCost(&c)
	executions(&c)
	return c
}

// page returns how many items a page can have: a request for more is rejected before anything is
// read, with a better message than its cost could give.
func page(first int) int { return min(first, episodic.MaxPage) }

// questions sets the cost of recall questions. The related episodes of recall are a separate
// list.
func questions(c *generated.ComplexityRoot) {
	c.Query.Recall = func(
		child int, _ string, _, _ *string, _ *episodic.EpisodeFilter, _ *float64, _ *episodic.VectorName, _ recall.Ranking,
		_ *string, first, _, related int, _ bool, _ *string, _ *float64,
	) int {
		return times(max(page(first), min(related, recall.MaxRelated)), child)
	}
	c.Query.SimilarFailures = func(child int, _ string, _ *string, _ []string, _ *episodic.EpisodeFilter, first int) int {
		return times(page(first), child)
	}
	c.Query.SimilarDecisions = func(child int, _, _ string, _ *episodic.EpisodeFilter, first int, _ *float64, _, related int) int {
		return times(max(page(first), min(related, recall.MaxRelated)), child)
	}
	c.RecallHit.Passages = func(child, first int) int { return times(min(first, recall.MaxPassages), child) }
	c.Query.ContextFor = func(child int, _ string, _, _ *string, _ int, _ *episodic.EpisodeFilter, _ *string) int {
		return list(child)
	}
	c.RecallHit.TurningPoints = list
	c.RecallHit.Occurrences = list
	c.ContextEntry.Lines = list
	c.ContextChoice.Options = list
}

func traced(child, _ int, _ *search.Follow, first int, _ *string) int {
	return times(first, child)
}

// inner sets the cost of lists inside types.
func inner(c *generated.ComplexityRoot) {
	c.Episode.Decisions = func(child int, _ bool, first *int, offset int) int { return part(child, first, offset) }
	c.Episode.Events, c.Episode.Links = part, part
	c.Episode.Mentions, c.Episode.Revisions = part, part
	c.Decision.CausedBy, c.Decision.LeadsTo, c.Decision.Mentions = links, links, part
	c.Event.CausedBy, c.Event.LeadsTo, c.Event.Mentions = links, links, part
	c.EpisodeOutcome.CausedBy, c.EpisodeOutcome.LeadsTo, c.EpisodeOutcome.Mentions = links, links, part
	c.Decision.Causes, c.Event.Causes, c.EpisodeOutcome.Causes = traced, traced, traced
	c.Decision.Effects, c.Event.Effects, c.EpisodeOutcome.Effects = traced, traced, traced
	c.Reference.Mentions = paged
	c.CausalPath.Hops, c.CausalPath.Episodes, c.PathEnd.Matches = list, list, list
}
