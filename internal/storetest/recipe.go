package storetest

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
	"pgregory.net/rapid"
)

// recipe describes one kind of property test.
type recipe struct {
	// commands draws the commands, up to steps in a sequence.
	commands *rapid.Generator[Command]
	steps    int
	// checks returns the checks after command number done, and at the end with -1.
	checks func(*world) func(done int) []Command
	// service says that commands go through the services, not directly to the engines.
	service bool
	// embedded and server are the number of sequences tried where a call costs a function call, and
	// where it goes to a server. The flag -rapid.checks overrides both.
	embedded, server int
}

// run tests a set against the model.
func (r recipe) run(t *testing.T, f *fixture) {
	t.Helper()
	tries := r.server
	if f.alone {
		tries = r.embedded
	}
	property{r, f.open, tries, versusModel(f.Set, newName(t), f.alone, r)}.run(t)
}

func storeRecipe() recipe {
	record := drawRecord(false)
	return recipe{steps: 15, checks: storeChecks, embedded: 6, server: 4, commands: commands(
		record, record, record, record, drawDelete, drawDelete, drawRestore, drawRestore, drawPurge, drawPurgeProject, drawAccess, drawAccess, drawMark, drawMark, drawUnmark,
		drawPostpone, drawPostpone, drawPostpone, drawCopy, drawCopy, drawList, drawListOccurrences, drawReferences, drawMentions,
		drawAdvance, drawAdvance, drawPutModel, drawDropUnusedModels, drawBridges,
	)}
}

// storeChecks reads everything that a store holds: after each command where calls are cheap, else in
// turns.
func storeChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		var of [][]Command
		for p := range projects {
			of = append(of,
				[]Command{Get{p, append(ids(), "unknown", "a")}, Revisions{p, append(ids(), "unknown", "a"), episodic.Everything()}, Revisions{p, ids(), episodic.Slice{Offset: 1, Limit: 1}}, List{Project: p, Size: 2}},
				[]Command{Snapshot{p}, List{Project: p, Deleted: true, Size: 2}, ListOccurrences{Project: p, Size: 7}},
				[]Command{
					Occurrences{p, append(keys(5), "unknown/e1", "a/e1")},
					References{Project: p, Size: 3},
					Mentions{Project: p, References: references(), Size: 2},
					MentionsBy{p, slices.Concat(ids(), keys(5))},
				},
			)
		}
		of = append(of, []Command{Summary{ids()}, Backlog{episodic.StageWords, 3}, Backlog{episodic.StageVectors, 3}},
			[]Command{States{}, Models{0, fingerprints()}, Models{1, fingerprints()}},
			[]Command{Bridges{0, ids()[:2], 5, 100}, Bridges{1, ids()[1:3], 5, 100}, Bridges{0, ids()[:1], 2, 2}},
			[]Command{Neighbors{0, keys(3), "downstream", episodic.Relations(), nil}})
		narrow := narrowLists()
		if w.alone || done < 0 {
			for i := range 6 {
				of = append(of, narrow[(max(done, 0)*6+i)%len(narrow):][:1])
			}
			return slices.Concat(of...)
		}
		return slices.Concat(of[done%len(of)], of[(done+3)%len(of)], narrow[done%len(narrow):][:1])
	}
}

// narrowLists are lists with one filter each, with items at its bounds.
func narrowLists() []Command {
	var out []Command
	for _, time := range times() {
		out = append(out, List{Filter: episodic.EpisodeFilter{Since: time}, Size: 3}, List{Filter: episodic.EpisodeFilter{Until: time}, Size: 3})
	}
	for _, text := range sought() {
		out = append(out, List{Filter: episodic.EpisodeFilter{Task: text}, Size: 3}, ListOccurrences{Filter: episodic.OccurrenceFilter{Label: text}, Size: 3})
	}
	for _, word := range words() {
		out = append(out, List{Filter: episodic.EpisodeFilter{Domain: word}, Size: 3}, List{Filter: episodic.EpisodeFilter{Tags: []string{word}}, Size: 3})
	}
	for _, ref := range references() {
		out = append(out, List{Filter: episodic.EpisodeFilter{References: []episodic.Reference{ref}}, Size: 3})
	}
	for _, deleted := range []bool{false, true} {
		out = append(out,
			List{Filter: episodic.EpisodeFilter{Failed: true}, Deleted: deleted, Size: 3},
			List{Filter: episodic.EpisodeFilter{DecisionTypes: episodic.DecisionTypes()[:2]}, Deleted: deleted, Size: 3},
			List{Filter: episodic.EpisodeFilter{References: references()[:2]}, Deleted: deleted, Size: 3},
		)
	}
	return out
}

func linkRecipe() recipe {
	record := drawRecord(true)
	return recipe{steps: 20, checks: linkChecks, embedded: 6, server: 4, commands: commands(
		record, record, record, record, drawDelete, drawRestore, drawShortest, drawShortest, drawSubgraph, drawSubgraph,
		drawPath, drawPath, drawPath, drawPath, drawTrace, drawTrace, drawNeighbors,
	)}
}

// linkChecks asks for every link and for the shortest paths of many pairs.
func linkChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		all := []Command{
			Neighbors{0, keys(5), "downstream", episodic.Relations(), nil},
			Neighbors{0, keys(5), "upstream", episodic.Relations(), nil},
			Shortest{From: keys(2), To: keys(3), Depth: 100, Relations: episodic.Relations(), Limit: 1000},
			Summary{},
		}
		if w.alone || done < 0 {
			return all
		}
		return all[done%len(all):][:1]
	}
}

func indexRecipe() recipe {
	return recipe{steps: 15, checks: indexChecks, embedded: 5, server: 3, commands: commands(
		drawPut, drawPut, drawPut, drawPut, drawRemove, drawDrop, drawDropGeneration, drawSearch, drawSearch, drawSearch, drawSearch,
		drawNearest, drawNearest, drawNearest, drawNearest,
	)}
}

// indexChecks reads the index and searches for one word after the other.
func indexChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		list := []Command{
			IndexContents{IDs: append(ids(), "unknown")}, IndexContents{Project: 1}, IndexContents{Generation: 1}, Generations{0}, Generations{1},
		}
		for i, name := range vectorNames() {
			list = append(list, Nearest{Vector: i + max(done, 0), Name: name, Generation: i % 2, Limit: 3, Offset: 1})
		}
		for i, text := range parts() {
			if w.alone || i%7 == done%7 {
				list = append(list, Search{Project: i % projects, Text: text, Limit: 3})
			}
		}
		return list
	}
}

func serviceRecipe() recipe {
	record := drawRecord(false)
	return recipe{steps: 12, checks: serviceChecks, service: true, embedded: 4, server: 3, commands: commands(
		record, record, record, record, drawDelete, drawDelete, drawRestore, drawRestore, drawPurge, drawPurgeProject, drawCopy,
		drawReindex, drawRecall, drawRecall, drawRecall, drawPath,
	)}
}

// serviceChecks compares the store with the results of recall.
func serviceChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		list := []Command{
			Get{0, ids()},
			IndexContents{Project: 0, IDs: ids()},
			IndexContents{Project: 1, IDs: ids()},
			Backlog{episodic.StageWords, 3},
			Backlog{episodic.StageVectors, 3},
			Generations{0},
			Recall{Text: parts()[max(done, 0)%len(parts())], Limit: 2},
			Recall{Text: "deploy ärger éclair", Limit: 2, Words: 2},
		}
		if w.alone || done < 0 {
			return list
		}
		return list[1+done%6:][:2]
	}
}
