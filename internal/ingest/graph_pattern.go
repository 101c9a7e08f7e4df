package ingest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// avoided is the prefix with which earlier tools marked the action of an anti-pattern.
const avoided = "AVOID: "

// readPatterns reads each pattern twice: as a pattern whose rate is a claim and never counted,
// and as the link it states, that the trigger enables the action.
func (g *graphReading) readPatterns(items []item) {
	for _, i := range items {
		if i.n.kind != kindObject {
			g.say(RuleWrongType, i.path, "a pattern is wanted, not %s", shorten(string(i.n.raw)))
			continue
		}
		g.readPattern(newObject(g.reading, i.path, i.n))
	}
}

func (g *graphReading) readPattern(o *object) {
	id, called := o.text("id"), o.text("name")
	trigger, action := strings.TrimSpace(o.text("trigger")), strings.TrimSpace(o.text("action"))
	rate, count := g.figure(o, "success_rate"), g.figure(o, "occurrences")
	told := []string{
		fmt.Sprintf("%s of an old causal graph, pattern %q (%s)", o.path, shorten(called), id),
		"stated success rate " + given(rate) + " in " + given(count) + " occurrences, which no count bears out",
	}
	for _, key := range []string{"description", "last_used"} {
		if s := o.text(key); s != "" {
			told = append(told, strings.ReplaceAll(key, "_", " ")+": "+shorten(s))
		}
	}
	if n := o.get("contributions"); n != nil {
		told = append(told, "contributions "+shorten(n.flat()))
	}
	episodes := o.texts("episodes")
	description := o.text("description")
	g.stamp(o, "created")
	o.rest()
	if isFixture(called) || isFixture(trigger) {
		g.say(RuleTestFixture, o.path, "%s: %s", shorten(called), shorten(trigger))
	}
	source, target, ok := patternEnds(trigger, action)
	switch {
	case trigger == "" || action == "" || !ok:
		g.say(RuleUnusablePattern, o.path, "a pattern needs a trigger and an action; it is not taken")
	case trigger == action || source == target:
		g.say(RuleTriggerIsAction, o.path, "the trigger is the action: %s; it is not taken", shorten(trigger))
	default:
		g.say(RulePatternLink, o.path, "%q enables %q", shorten(trigger), shorten(action))
		g.state(o.path, link.Statement{
			Source: source, Target: target, Relation: episodic.RelationEnables, Note: strings.Join(told, "; "), Episodes: episodes,
		})
		g.addPattern(o.path, called, patterns.Definition{
			Category: patternCategory(called), Description: description, Trigger: trigger, Action: action,
		}, g.claim(o.path, rate, count))
	}
}

// addPattern adds a pattern. Earlier tools named patterns by kind, so several may share a name;
// those after the first get their action added to it.
func (g *graphReading) addPattern(path, name string, d patterns.Definition, claim *patterns.Claim) {
	if rest, avoid := strings.CutPrefix(d.Action, avoided); avoid && strings.TrimSpace(rest) != "" {
		d.AntiPattern, d.Action = true, strings.TrimSpace(rest)
	}
	if strings.TrimSpace(name) == "" {
		name = d.Action
	}
	same := func(r patterns.AddRequest) bool { return patterns.KeyOf(r.Name) == patterns.KeyOf(name) }
	if name = shorten(name); slices.ContainsFunc(g.patterns, same) {
		name = shorten(name + ": " + d.Action)
		if slices.ContainsFunc(g.patterns, same) {
			g.say(RuleRepeatedPattern, path, "%q was read before; the first is taken", name)
			return
		}
	}
	g.patterns = append(g.patterns, patterns.AddRequest{Name: name, Definition: d, Claim: claim, Origin: patterns.OriginImported})
}

// patternCategory derives the category from the name: earlier tools named a pattern by the kind
// of its decision.
func patternCategory(name string) patterns.Category {
	switch kind, _, _ := strings.Cut(strings.ToLower(name), " "); kind {
	case "recovery":
		return patterns.CategoryRecovery
	case "tool", "routing":
		return patterns.CategoryToolSelection
	default:
		return patterns.CategoryStrategy
	}
}

// claim reads how often a pattern is said to have succeeded. An invalid rate or count is unknown.
func (g *graphReading) claim(path, rate, count string) *patterns.Claim {
	out := &patterns.Claim{Source: g.origin}
	if r, err := strconv.ParseFloat(rate, 64); err == nil && r >= 0 && r <= 1 {
		out.Rate = &r
	} else if rate != "" {
		g.say(RuleWeight, path, "%s is not a rate; the rate is unknown", shorten(rate))
	}
	if n, err := strconv.Atoi(count); err == nil && n >= 0 {
		out.Occurrences = &n
	}
	return out
}

// patternEnds returns the factors of a trigger and an action. Earlier tools used the context of a
// decision as the trigger and the chosen option as the action.
func patternEnds(trigger, action string) (source, target factor.Identity, ok bool) {
	made := contribution.Raws(episodic.Episode{
		ID:        "pattern",
		Events:    []episodic.Event{{ID: "trigger", Type: episodic.EventOther, ReportedType: "trigger", Content: trigger}},
		Decisions: []episodic.Decision{{ID: "action", Type: episodic.DecisionUnknown, Context: trigger, Chosen: action}},
	})
	from, known := made[episodic.OccurrenceKey("pattern", "trigger")]
	to, also := made[episodic.OccurrenceKey("pattern", "action")]
	return from.Identity, to.Identity, known && also
}
