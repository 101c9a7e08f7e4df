package ingest

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
)

// readPatterns takes each pattern as the link that it states: what it was seen with enables the
// action. Its rate and count are told in the note, for they cannot be tested.
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
		g.state(o.path, causal.Statement{
			Source: source, Target: target, Relation: episodic.RelationEnables, Note: strings.Join(told, "; "), Episodes: episodes,
		})
	}
}

// patternEnds are the factors of a trigger and an action. Earlier tools took the context of a
// decision for the trigger and the chosen option for the action.
func patternEnds(trigger, action string) (source, target causal.Identity, ok bool) {
	made := causal.Raws(episodic.Episode{
		ID:        "pattern",
		Events:    []episodic.Event{{ID: "trigger", Type: episodic.EventOther, ReportedType: "trigger", Content: trigger}},
		Decisions: []episodic.Decision{{ID: "action", Type: episodic.DecisionUnknown, Context: trigger, Chosen: action}},
	})
	from, known := made[episodic.OccurrenceKey("pattern", "trigger")]
	to, also := made[episodic.OccurrenceKey("pattern", "action")]
	return from.Identity, to.Identity, known && also
}
