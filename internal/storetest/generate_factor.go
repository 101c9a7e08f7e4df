package storetest

import (
	"cmp"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"pgregory.net/rapid"
)

// happened returns contents of events: some with equal masks, some with a state, some empty.
func happened() []string {
	return []string{
		"failed 3 tests", "failed 4 tests", "failed 3 tests", "retry=yes", "retry=no", "Ärger of a_b's \"100%\"", "", "outcome=failure",
	}
}

// named returns explicit names of factors.
func named() []string {
	return []string{"ci=red", "retry=yes", "deploy", "ärger=%'\"", "outcome=success"}
}

// options are the options of decisions; contexts are known beforehand.
func options() []string { return []string{"safe", "yes"} }

func contexts() []map[string]string {
	return []map[string]string{nil, {"os": "linux"}, {"os": "mac"}, {"os": "linux", "retry": "yes"}, {"retry": "no", "mode": "safe"}}
}

// moments are times of occurrences: few, so that many are equal, one of them a day.
func moments() []episodic.Timestamp {
	midnight := time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)
	return []episodic.Timestamp{
		{},
		{Time: midnight, Precision: episodic.PrecisionDay},
		episodic.At(midnight), episodic.At(midnight.Add(time.Microsecond)),
		episodic.At(midnight.Add(1500)), episodic.At(midnight.Add(time.Hour)), episodic.At(time.Date(1, 1, 2, 0, 0, 0, 0, time.UTC)),
		episodic.At(time.Date(9999, 12, 31, 23, 59, 59, 5e8, time.UTC)),
	}
}

// identities are the factors that random episodes have, and one that none has.
func identities() []factor.Identity {
	e := episodic.Episode{ID: "all", Outcome: episodic.OutcomeFailure}
	for _, text := range happened() {
		e.Events = append(e.Events, episodic.Event{Type: episodic.EventError, Content: text})
	}
	for _, name := range named() {
		e.Events = append(e.Events, episodic.Event{Factor: name})
	}
	for _, option := range options() {
		e.Decisions = append(e.Decisions,
			episodic.Decision{Context: "mode", Chosen: option, Options: options()}, episodic.Decision{Factor: "retry", Chosen: option, Options: options()})
	}
	e.Context = map[string]string{"os": "linux"}
	c := contribution.Contribute(e, contribution.Rules{}, nil)
	out := []factor.Identity{{Variable: "spare", State: "on"}, {Variable: "os", State: "mac"}}
	for _, o := range c.Observations {
		out = append(out, o.Identity)
	}
	return out
}

// variables are the names of their variables.
func variables() []string {
	var out []string
	for _, i := range identities() {
		out = append(out, i.Variable)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// further draws further factors of an occurrence, usually none.
func further(t *rapid.T) []string {
	return [][]string{nil, nil, {"ci=red"}, {"load=high", "retry=yes"}}[below(t, 4)]
}

// factorEpisodes draws episodes whose occurrences have few factors.
func factorEpisodes() *rapid.Generator[episodic.Episode] {
	return rapid.Custom(func(t *rapid.T) episodic.Episode {
		e := episodic.Episode{
			ID: one(likely()...).Draw(t, "id"), Outcome: one(episodic.Outcomes()...).Draw(t, "outcome"),
			StartedAt: one(moments()...).Draw(t, "started"), Context: one(contexts()...).Draw(t, "context"),
		}
		own := []string{episodic.OutcomeID}
		for _, id := range []string{"e1", "e2", "e3"}[:1+below(t, 3)] {
			own = append(own, id)
			e.Events = append(e.Events, episodic.Event{
				ID: id, Type: one(episodic.EventError, episodic.EventTest).Draw(t, "type"), Content: one(happened()...).Draw(t, "content"),
				Factor: one("", "", maybe(named()).Draw(t, "own")).Draw(t, "factor"), Factors: further(t), At: one(moments()...).Draw(t, "at"),
			})
		}
		if rapid.Bool().Draw(t, "decided") {
			own = append(own, "d1")
			e.Decisions = []episodic.Decision{{
				ID: "d1", Type: episodic.DecisionTypes()[0], Chosen: maybe(options()).Draw(t, "chosen"), Options: options(),
				Context: one("mode", "mode", "").Draw(t, "about"), Factor: one("", "retry", "ci=red").Draw(t, "factor"), Factors: further(t), At: one(moments()...).Draw(t, "at"),
			}}
		}
		e.Links = drawnLinks(t, e.ID, own, 1+below(t, 8))
		for i := range e.Links {
			e.Links[i].Relation = one(e.Links[i].Relation, episodic.RelationCauses).Draw(t, "relation")
		}
		if _, err := intake.Prepare(e); err != nil { // usually because an effect precedes its cause
			for i := range e.Events {
				e.Events[i].At = episodic.Timestamp{}
			}
		}
		return e
	})
}

func drawFactorRecord(t *rapid.T) Command {
	list := rapid.SliceOfNDistinct(factorEpisodes(), 1, 3, func(e episodic.Episode) string { return e.ID })
	return Record{Project: drawProject(t), Episodes: list.Draw(t, "episodes")}
}

func drawIdentity(t *rapid.T) factor.Identity { return one(identities()...).Draw(t, "factor") }

func drawIdentities(t *rapid.T, most int) []factor.Identity {
	return rapid.SliceOfN(one(identities()...), below(t, most), most).Draw(t, "factors")
}

func drawMerge(t *rapid.T) Command { return Merge{drawProject(t), drawIdentity(t), drawIdentity(t)} }

func drawUnmerge(t *rapid.T) Command {
	return one[Command](
		Unmerge{drawProject(t), drawIdentity(t)}, Split{Project: drawProject(t), From: drawIdentity(t), Text: one(happened()...).Draw(t, "text")},
	).Draw(t, "back")
}

func drawSplit(t *rapid.T) Command {
	text := one(happened()...).Draw(t, "text")
	from := contribution.Contribute(episodic.Episode{ID: "a", Events: []episodic.Event{{ID: "e1", Content: text}}}, contribution.Rules{}, nil).Instances["a/e1"]
	return Split{drawProject(t), from, text, drawIdentity(t)}
}

func drawCloseVariable(t *rapid.T) Command {
	return CloseVariable{drawProject(t), one(variables()...).Draw(t, "variable"), maybe(options()).Draw(t, "absent"), one(false, false, true).Draw(t, "open")}
}

func drawSetShowRule(t *rapid.T) Command {
	return SetShowRule{drawProject(t), one(link.ShowRules()...).Draw(t, "rule")}
}

func drawStatement(t *rapid.T) link.Statement {
	s := link.Statement{
		Source: drawIdentity(t), Target: drawIdentity(t), Relation: one(episodic.Relations()...).Draw(t, "relation"),
		Origin: one("ann", "ben's").Draw(t, "origin"), Strength: one(nil, new(.25), new(1.0)).Draw(t, "strength"),
		Confidence: one(nil, new(.5)).Draw(t, "confidence"), Note: maybe(parts()).Draw(t, "note"), Episodes: some(ids()).Draw(t, "episodes"),
	}
	if s.Source == s.Target {
		s.Target = factor.Identity{Variable: "spare", State: "off"}
	}
	return s
}

func drawStateLinks(t *rapid.T) Command {
	return StateLinks{drawProject(t), rapid.SliceOfN(rapid.Custom(drawStatement), 1, 4).Draw(t, "statements")}
}

func drawWithdrawStatement(t *rapid.T) Command {
	s := drawStatement(t)
	return WithdrawStatement{drawProject(t), link.Statement{Source: s.Source, Target: s.Target, Relation: s.Relation, Origin: s.Origin}}
}

func drawInvalidateLayer(t *rapid.T) Command { return InvalidateLayer{drawProject(t)} }

func drawDerive(t *rapid.T) Command {
	return Derive{drawProject(t), drawSize(t), one(0, 0, 1, 2).Draw(t, "times")}
}

func drawRefreshLayer(t *rapid.T) Command { return RefreshLayer{drawProject(t), drawSize(t)} }

// drawDrain derives everything, most of the time, so that whole layers are compared too.
func drawDrain(t *rapid.T) Command { return Derive{drawProject(t), 100, 0} }

// drawRemoval draws a purge, more often of an episode than of a project.
func drawRemoval(t *rapid.T) Command {
	return one(drawPurge(t), drawPurge(t), drawPurge(t), drawPurgeProject(t)).Draw(t, "removed")
}

func drawFactors(t *rapid.T) Command {
	c := Factors{Project: drawProject(t), Size: drawSize(t)}
	i := drawIdentity(t)
	for range 1 + below(t, 2) {
		switch below(t, 6) {
		case 0:
			c.Filter.Label = one("", "FAILED", "ärger", "%", "_", "'", "=", i.Label()).Draw(t, "label")
		case 1:
			c.Filter.Exact = i.Label()
		case 2:
			c.Filter.Variable = i.Variable
		case 3:
			c.Filter.Kinds = some(factor.Kinds()).Draw(t, "kinds")
		case 4:
			c.Filter.Least = below(t, 4)
		default:
			c.Filter.Isolated = new(rapid.Bool().Draw(t, "isolated"))
		}
	}
	return c
}

func drawFactorLinks(t *rapid.T) Command {
	c := FactorLinks{Project: drawProject(t), Size: drawSize(t)}
	f := &c.Filter
	flag := func() *bool { return new(rapid.Bool().Draw(t, "flag")) }
	fields := []func(){
		func() { f.Source = drawIdentity(t).Key() },
		func() { f.Target = drawIdentity(t).Key() },
		func() { f.Relations = relations().Draw(t, "relations") },
		func() { f.Bases = bases().Draw(t, "bases") },
		func() { f.Least = below(t, 4) },
		func() { f.MinStrength = new(one(0, .25, .5, 1.0).Draw(t, "strength")) },
		func() { f.Unmeasured = flag() },
		func() { f.Unsupported = flag() },
		func() { f.AmbiguousDirection = flag() },
		func() { f.Shown = one(link.ShowRules()...).Draw(t, "shown") },
		func() { f.HiddenBy = one(link.ShowRules()...).Draw(t, "hidden") },
		func() { f.Since = one(moments()...).Draw(t, "since").Time.Truncate(time.Microsecond) },
	}
	for range 1 + below(t, 2) {
		fields[below(t, len(fields))]()
	}
	return c
}

func drawFactorFollow(t *rapid.T) search.FactorFollow {
	if rapid.Bool().Draw(t, "all") {
		return search.FactorFollow{Relations: episodic.Relations()}
	}
	return search.FactorFollow{
		Relations: relations().Draw(t, "relations"), Bases: bases().Draw(t, "bases"),
		Shown:       one(link.ShowAll, link.ShowAll, link.ShowDefault, link.ShowStrict).Draw(t, "shown"),
		MinStrength: one(nil, nil, new(.0), new(.3)).Draw(t, "strength"), InTime: one(false, false, true).Draw(t, "in time"),
		Until: one(episodic.Timestamp{}, episodic.Timestamp{}, moments()[4], moments()[6]).Draw(t, "until").Time.Truncate(time.Microsecond),
	}
}

func drawLinksAt(t *rapid.T) Command {
	return LinksAt{drawProject(t), drawIdentities(t, 8), directions().Draw(t, "direction"), drawFactorFollow(t), one(1, 2, 100).Draw(t, "limit")}
}

func drawBetween(t *rapid.T) Command {
	from, to := drawIdentities(t, 6), drawIdentities(t, 6)
	if len(from)+len(to) == 0 {
		from = identities()[2:5]
	}
	return Between{drawProject(t), from, to, one(1, 2, 3, 5, 20).Draw(t, "depth"), drawFactorFollow(t), one(100, 1, 3, 8).Draw(t, "limit")}
}

func drawLinkEvidence(t *rapid.T) Command {
	return LinkEvidence{
		Project: drawProject(t), From: below(t, 20), Many: 3, Cells: some(allCells()).Draw(t, "cells"), Stated: rapid.Bool().Draw(t, "stated"),
		Open: one(false, false, true).Draw(t, "open"), Until: cmp.Or(one(moments()...).Draw(t, "until").Time, time.Time{}).Truncate(time.Microsecond),
		Size: drawSize(t),
	}
}

func drawObservedStates(t *rapid.T) Command {
	return ObservedStates{
		Project: drawProject(t), Variables: rapid.SliceOfN(one(variables()...), 1, 4).Draw(t, "variables"),
		Factors: drawIdentities(t, 8), Limit: one(0, 1, 2, 100).Draw(t, "limit"),
	}
}

func drawLaterStates(t *rapid.T) Command {
	list := rapid.SliceOfNDistinct(factorEpisodes(), 0, 2, func(e episodic.Episode) string { return e.ID })
	return LaterStates{
		Project: drawProject(t), Factors: identities(), Episodes: list.Draw(t, "episodes"), Delete: one("", "", likely()[0]).Draw(t, "delete"),
	}
}

func factorRecipe() recipe {
	record := drawFactorRecord
	return recipe{steps: 20, checks: factorChecks, embedded: 8, server: 3, commands: commands(
		record, record, record, record, record, record, record, record, record, record, drawDelete, drawDelete, drawRestore, drawRemoval, drawCopy,
		drawMerge, drawMerge, drawMerge, drawUnmerge, drawSplit, drawSplit, drawCloseVariable, drawCloseVariable, drawCloseVariable, drawSetShowRule,
		drawStateLinks, drawStateLinks, drawWithdrawStatement, drawInvalidateLayer, drawDerive, drawDerive, drawDrain, drawDrain, drawDrain, drawRefreshLayer, drawRefreshLayer, drawRefreshLayer,
		drawFactors, drawFactors, drawFactorLinks, drawFactorLinks, drawLinksAt, drawLinksAt, drawBetween, drawBetween, drawBetween, drawLinkEvidence, drawLinkEvidence,
		drawObservedStates, drawLaterStates, drawLaterStates, drawLaterStates,
	)}
}

// factorChecks reads the whole layer after each command, and its evidence in turns.
func factorChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		at := max(done, 0)
		list := []Command{Layer{0, 50}, Layer{1, 50}}
		turns := []Command{
			RulesAndStatements{0, 2},
			ByName{Project: 0, Factors: identities(), Occurrences: append(keys(5), "unknown/e1"), Size: 3},
			LinkEvidence{Project: 0, From: at, Many: 3, Cells: []link.Cell{{Source: true, Target: true}, {}}, Stated: true, Size: 2},
			Between{From: identities()[at%5:][:4], To: identities()[5:9], Depth: 20, Limit: 100, Follow: search.FactorFollow{Relations: episodic.Relations()}},
			LinksAt{Factors: identities(), Direction: search.Upstream, Follow: search.FactorFollow{Relations: episodic.Relations()}, Limit: 3},
			ObservedStates{Variables: variables(), Factors: identities(), Limit: 3},
			RulesAndStatements{1, 2},
		}
		if w.alone || done < 0 {
			return slices.Concat(list, turns)
		}
		return append(list[:1+at%2], turns[at%len(turns)])
	}
}
