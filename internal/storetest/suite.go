package storetest

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

// effort is how many sequences a property test tries: where a call costs a function call,
// and where it goes to a server.
type effort struct{ embedded, server int }

func (e effort) of(alone bool) int {
	if alone {
		return e.embedded
	}
	return e.server
}

// RunStore tests an [episodic.Store].
func RunStore(t *testing.T, open Open) {
	set, alone := opened(t, open)
	if set.Graph == nil {
		t.Fatal("the set has no graph")
	}
	t.Run("property", func(t *testing.T) {
		p := storeProperty(open, versusModel(Set{Graph: set.Graph}, newName(t), alone, false, storeChecks))
		p.checks = effort{40, 8}.of(alone)
		p.run(t)
	})
}

func storeProperty(open Open, r *race) property {
	record := drawRecord(3)
	return property{open: open, replay: "Replay", steps: 15, race: r, commands: commands(
		record, record, record, record, drawDelete, drawDelete, drawRestore, drawPurge, drawPurgeProject, drawAccess, drawMark, drawMark,
		drawPostpone, drawCopy, drawCopy, drawList, drawList, drawListOccurrences, drawReferences, drawMentions,
	)}
}

// storeChecks reads all that a store holds: after each command where calls are cheap, in
// turns where they are not.
func storeChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		var of [][]Command
		for p := range projects {
			of = append(of,
				[]Command{Get{p, append(ids(), "unknown", "a")}, Revisions{p, append(ids(), "unknown", "a")}, List{Project: p, Size: 2}},
				[]Command{Snapshot{p}, List{Project: p, Deleted: true, Size: 2}, ListOccurrences{Project: p, Size: 7}},
				[]Command{
					Occurrences{p, append(keys(5), "unknown/e1", "a/e1")},
					References{Project: p, Size: 3},
					Mentions{Project: p, References: references(), Size: 2},
					MentionsBy{p, slices.Concat(ids(), keys(5))},
				},
			)
		}
		of = append(of, []Command{Summary{ids()}, Backlog{3}}, []Command{Neighbours{0, keys(3), "downstream", episodic.Relations(), nil}})
		if w.alone || done < 0 {
			return slices.Concat(of...)
		}
		return slices.Concat(of[done%len(of)], of[(done+3)%len(of)])
	}
}

// RunLinks tests a [causal.Store] together with the [episodic.Store] that fills it.
func RunLinks(t *testing.T, open Open) {
	set, alone := opened(t, open)
	if set.Graph == nil {
		t.Fatal("the set has no graph")
	}
	t.Run("property", func(t *testing.T) {
		p := linkProperty(open, versusModel(Set{Graph: set.Graph}, newName(t), alone, false, linkChecks))
		p.checks = effort{60, 12}.of(alone)
		p.run(t)
	})
}

func linkProperty(open Open, r *race) property {
	record := drawRecord(8)
	return property{open: open, replay: "Replay", steps: 20, race: r, commands: commands(
		record, record, record, record, record, drawDelete, drawRestore, drawPurge, drawShortest, drawShortest, drawSubgraph, drawSubgraph,
		drawPath, drawPath, drawPath, drawPath, drawTrace, drawTrace, drawNeighbours,
	)}
}

// linkChecks asks for every link and for the shortest paths of many pairs.
func linkChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		all := []Command{
			Neighbours{0, keys(5), "downstream", episodic.Relations(), nil},
			Neighbours{0, keys(5), "upstream", episodic.Relations(), nil},
			Shortest{From: keys(2), To: keys(3), Depth: 100, Relations: episodic.Relations(), Limit: 1000},
			Summary{},
		}
		if w.alone || done < 0 {
			return all
		}
		return all[done%len(all):][:1]
	}
}

// RunIndex tests an [episodic.Index].
func RunIndex(t *testing.T, open Open) {
	set, alone := opened(t, open)
	if set.Index == nil {
		t.Fatal("the set has no index")
	}
	t.Run("property", func(t *testing.T) {
		p := indexProperty(open, versusModel(Set{Index: set.Index}, newName(t), alone, false, indexChecks))
		p.checks = effort{60, 6}.of(alone)
		p.run(t)
	})
}

func indexProperty(open Open, r *race) property {
	return property{open: open, replay: "Replay", steps: 15, race: r, commands: commands(
		drawPut, drawPut, drawPut, drawRemove, drawDrop, drawSearch, drawSearch, drawSearch, drawSearch,
	)}
}

// indexChecks reads what the index holds and looks for one word after the other.
func indexChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		list := []Command{Held{0, append(ids(), "unknown")}, Held{1, nil}}
		for i, text := range parts() {
			if w.alone || i%7 == done%7 {
				list = append(list, Search{Project: i % projects, Text: text, Limit: 3})
			}
		}
		return list
	}
}

// RunService tests a whole set through the services, as users call them.
func RunService(t *testing.T, open Open) {
	set, alone := opened(t, open)
	if set.Graph == nil || set.Index == nil {
		t.Fatal("the set has no graph or no index")
	}
	t.Run("property", func(t *testing.T) {
		p := serviceProperty(open, versusModel(set, newName(t), alone, true, serviceChecks))
		p.checks = effort{30, 5}.of(alone)
		p.run(t)
	})
}

func serviceProperty(open Open, r *race) property {
	record := drawRecord(3)
	return property{open: open, replay: "ReplayService", steps: 12, race: r, commands: commands(
		record, record, record, record, drawDelete, drawDelete, drawRestore, drawRestore, drawPurge, drawPurgeProject, drawCopy,
		drawReindex, drawRecall, drawRecall, drawRecall, drawPath,
	)}
}

// serviceChecks compares the store with what recall finds.
func serviceChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		list := []Command{
			Get{0, ids()},
			Held{0, ids()},
			Held{1, ids()},
			Backlog{3},
			Recall{Text: parts()[max(done, 0)%len(parts())], Limit: 2},
			Recall{Text: "deploy ärger éclair", Limit: 2},
		}
		if w.alone || done < 0 {
			return list
		}
		return list[1+done%4:][:2]
	}
}

// RunPair lets two sets answer the same commands and compares them with each other.
func RunPair(t *testing.T, one, other Open) {
	first, _ := opened(t, one)
	second, _ := opened(t, other)
	if first.Graph == nil || first.Index == nil || second.Graph == nil || second.Index == nil {
		t.Fatal("a set has no graph or no index")
	}
	for name, c := range map[string]struct {
		property func(Open, *race) property
		checks   func(*world) func(int) []Command
		service  bool
	}{
		"store": {storeProperty, storeChecks, false}, "links": {linkProperty, linkChecks, false},
		"index": {indexProperty, indexChecks, false}, "service": {serviceProperty, serviceChecks, true},
	} {
		t.Run(name, func(t *testing.T) {
			base := newName(t)
			r := &race{want: newWorld(first, base, c.service), got: newWorld(second, base, c.service)}
			r.checks = c.checks(r.got)
			p := c.property(other, r)
			p.checks = 4
			p.run(t)
		})
	}
}
