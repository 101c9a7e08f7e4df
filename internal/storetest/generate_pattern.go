package storetest

import (
	"slices"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"pgregory.net/rapid"
)

// common are factors that many random episodes have.
func common() []factor.Identity {
	return []factor.Identity{
		{Variable: "retry", State: "yes"},
		{Variable: "retry", State: "no"},
		{Variable: "ci", State: "red"},
		{Variable: "mode", State: "safe"},
		{Variable: "os", State: "linux"},
		occurred("deploy"),
	}
}

// drawMatches draws matches that are valid most of the time.
func drawMatches(t *rapid.T) []patterns.Match {
	out := make([]patterns.Match, 0, 2)
	for range below(t, 3) {
		m := patterns.Match{Then: []factor.Identity{one(common()...).Draw(t, "action")}}
		if below(t, 4) == 0 {
			m.Then = append(m.Then, one(common()...).Draw(t, "then"))
		}
		for range below(t, 2) {
			m.Trigger = append(m.Trigger, one(append(common(), factor.Identity{Variable: "ci", State: "none"})...).Draw(t, "trigger"))
		}
		out = append(out, m)
	}
	return out
}

func drawName(t *rapid.T) string { return one(patternNames()...).Draw(t, "name") }

func drawRule(t *rapid.T) patterns.SuccessRule {
	return one(append(patterns.SuccessRules(), "")...).Draw(t, "rule")
}

func drawSaved(t *rapid.T) *float64 {
	return one(nil, new(.1), new(.2), new(-3.)).Draw(t, "figure")
}

func drawAddPattern(t *rapid.T) Command {
	c := AddPattern{
		Project: drawProject(t), Name: drawName(t), Matches: drawMatches(t), Rule: drawRule(t), Anti: below(t, 5) == 4,
		Types: one(nil, []string{"bug"}, []string{"bug", "test"}).Draw(t, "types"),
	}
	if below(t, 3) == 0 {
		c.Episodes = []string{drawID(t)}
	}
	if below(t, 4) == 0 {
		c.Rate = one(new(.5), new(1.5), new(0.)).Draw(t, "rate")
	}
	return c
}

func drawUpdatePattern(t *rapid.T) Command {
	return UpdatePattern{drawProject(t), drawName(t), drawMatches(t), drawRule(t), below(t, 4) == 3}
}

func drawApplyPattern(t *rapid.T) Command {
	return ApplyPattern{drawProject(t), drawName(t), drawID(t), maybe(episodic.Outcomes()).Draw(t, "outcome"), drawSaved(t)}
}

func drawDeprecatePattern(t *rapid.T) Command {
	return DeprecatePattern{drawProject(t), drawName(t), maybe(patternNames()).Draw(t, "successor")}
}

func drawMergePatterns(t *rapid.T) Command {
	return MergePatterns{drawProject(t), rapid.SliceOfN(one(patternNames()...), 2, 3).Draw(t, "names"), one(append(patternNames(), "both")...).Draw(t, "into")}
}

func drawRemovePattern(t *rapid.T) Command { return RemovePattern{drawProject(t), drawName(t)} }

func drawValidatePatterns(t *rapid.T) Command {
	return ValidatePatterns{drawProject(t), one(0, 40_000).Draw(t, "days")}
}

func drawPatterns(t *rapid.T) Command {
	orders := []patterns.Order{patterns.OrderKey, patterns.OrderRate, patterns.OrderRateAscending, patterns.OrderWilson, patterns.OrderUpdated}
	yes := rapid.Bool().Draw(t, "yes")
	filters := []patterns.Filter{
		{},
		{Text: "FAST"},
		{Trigger: "before"},
		{Statuses: patterns.Statuses()[:1]},
		{Origins: []patterns.Origin{patterns.OriginMerged}},
		{AntiPattern: &yes},
		{MinRate: new(.5)},
		{MaxRate: new(.5)},
		{MinTrials: 2},
		{Contested: &yes},
		{Episode: "a"},
	}
	return Patterns{drawProject(t), one(orders...).Draw(t, "order"), one(filters...).Draw(t, "filter"), drawSize(t)}
}

func drawPatternMerge(t *rapid.T) Command {
	return Merge{drawProject(t), one(common()...).Draw(t, "from"), one(append(common(), factor.Identity{Variable: "spare", State: "on"})...).Draw(t, "into")}
}

func drawPatternUnmerge(t *rapid.T) Command {
	return Unmerge{drawProject(t), one(common()...).Draw(t, "from")}
}

func drawPatternClose(t *rapid.T) Command {
	return CloseVariable{drawProject(t), one("ci", "ci", "retry", "deploy").Draw(t, "variable"), one("none", "no", "").Draw(t, "absent"), below(t, 3) == 2}
}

// patternRecipe derives everything right after each change of the rules, as a service does: in between,
// evidence may follow the old or the new rules.
func patternRecipe() recipe {
	record, add, apply := drawFactorRecord, drawAddPattern, drawApplyPattern
	return recipe{steps: 20, checks: patternChecks, embedded: 8, server: 3, commands: commands(
		record, record, record, record, record, record, record, record, add, add, add, add, add, add, apply, apply, apply, apply,
		drawUpdatePattern, drawUpdatePattern, drawDeprecatePattern, drawMergePatterns, drawMergePatterns, drawMergePatterns, drawRemovePattern,
		drawDelete, drawDelete, drawRestore, drawRestore, drawRemoval, drawCopy, drawPatternMerge, drawPatternMerge, drawPatternMerge,
		drawPatternUnmerge, drawPatternUnmerge, drawPatternUnmerge,
		drawPatternClose, drawPatternClose, drawInvalidateLayer, drawSplit, drawValidatePatterns, drawPatterns, drawPatterns,
	)}
}

// patternChecks reads all patterns with their evidence after each command.
func patternChecks(*world) func(int) []Command {
	return func(done int) []Command {
		turns := []Command{
			WatchingPatterns{0, common(), []string{"bug", "test"}, 2},
			Patterns{Project: 0, Order: patterns.OrderWilson, Size: 2},
			Trials{1, patternNamesOnce(), 2},
		}
		list := []Command{
			Patterns{Project: 0, Order: patterns.OrderKey, Size: 50}, Trials{0, append(patternNamesOnce(), "both"), 50},
		}
		if done < 0 {
			return slices.Concat(list, turns)
		}
		return append(list, turns[done%len(turns)])
	}
}
