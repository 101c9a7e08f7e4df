package ingest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/lazy"
)

// readNodes finds the factor of every node by the rules for the occurrences of episodes.
func (g *graphReading) readNodes(items []item) {
	named := episodic.Episode{ID: "graph"}
	found := map[string]graphNode{}
	kinds := map[string]string{}
	for _, i := range items {
		if i.n.kind != kindObject {
			g.say(RuleWrongType, i.path, "a node is wanted, not %s", shorten(string(i.n.raw)))
			continue
		}
		o := newObject(g.reading, i.path, i.n)
		id, kind, label := o.text("id"), o.text("type"), strings.TrimSpace(o.text("label"))
		episodes := o.texts("episodes")
		g.sayStatedCounts(o, "frequency", "success_rate")
		g.stamp(o, "created")
		o.rest()
		if id == "" || label == "" {
			g.say(RuleUnusableNode, i.path, "a node needs an id and a label; it is not taken")
			continue
		}
		if first, twice := found[id]; twice {
			g.say(RuleRepeatedNode, i.path, "%s has the id %q too; this one is not taken", first.path, shorten(id))
			continue
		}
		if isFixture(label) {
			g.say(RuleTestFixture, i.path, "%s", shorten(label))
		}
		found[id], kinds[id] = graphNode{path: i.path, label: label, episodes: episodes}, kind
		g.ids = append(g.ids, id)
	}
	for i, id := range g.ids {
		name(&named, fmt.Sprint(i), kinds[id], found[id].label)
	}
	g.placeNodes(named, found)
}

// placeNodes assigns to the nodes the factors of their occurrences.
func (g *graphReading) placeNodes(named episodic.Episode, found map[string]graphNode) {
	factors := contribution.Raws(named)
	taken := g.ids[:0:0]
	for i, id := range g.ids {
		n := found[id]
		raw, known := factors[episodic.OccurrenceKey(named.ID, fmt.Sprint(i))]
		f := raw.Identity
		if outcome, ok := outcomeLabel(n.label); ok {
			f, known = factor.Identity{Variable: factor.VariableOutcome, State: string(outcome)}, outcome != episodic.OutcomeUnknown
		}
		if !known {
			g.say(RuleUnusableNode, n.path, "%q names no factor; it is not taken", shorten(n.label))
			continue
		}
		if first, twice := g.first[f]; twice {
			g.say(RuleSameFactor, n.path, "%q is the factor of %s", shorten(n.label), first)
		} else {
			g.first[f] = n.path
		}
		n.factor = f
		g.nodes[id], taken = n, append(taken, id)
	}
	g.ids = taken
}

// name adds the occurrence that a node was made from; labels have the form "type: text".
func name(e *episodic.Episode, id, kind, label string) {
	prefix, text, _ := strings.Cut(label, ": ")
	if kind == "decision" {
		d := episodic.Decision{ID: id, Type: episodic.DecisionUnknown, Chosen: label}
		if text != "" && slices.Contains(episodic.DecisionTypes(), episodic.DecisionType(prefix)) {
			d.Type, d.Chosen = episodic.DecisionType(prefix), text
		}
		e.Decisions = append(e.Decisions, d)
		return
	}
	v := episodic.Event{ID: id, Type: episodic.EventType(kind), Content: label}
	if text != "" && prefix == kind {
		v.Content = text
	}
	if !slices.Contains(episodic.EventTypes(), v.Type) {
		v.Type, v.ReportedType = episodic.EventOther, kind
	}
	e.Events = append(e.Events, v)
}

// outcomeLabel parses the outcome in a label like "Outcome: success - the task".
func outcomeLabel(label string) (episodic.Outcome, bool) {
	rest, is := strings.CutPrefix(label, "Outcome: ")
	word, _, _ := strings.Cut(rest, " - ")
	outcome := episodic.Outcome(strings.ToLower(strings.TrimSpace(word)))
	if !is || !slices.Contains(episodic.Outcomes(), outcome) {
		return "", false
	}
	return outcome, true
}

// sayStatedCounts ignores, with an entry, numbers that causeway counts from the episodes itself.
func (g *graphReading) sayStatedCounts(o *object, keys ...string) {
	for _, key := range keys {
		if n := o.get(key); n != nil {
			g.say(RuleStatedCount, o.at(key), "%s", shorten(string(n.raw)))
		}
	}
}

// fixture matches labels left behind by the tests of earlier tools.
var fixture = lazy.Pattern(`(?i)^(status test \w+|outcome: \w+ - (task \d+|test( implementation)?)|[AT]\d?|(good|bad|worse|status test) pattern)$`)

func isFixture(text string) bool { return fixture().MatchString(strings.TrimSpace(text)) }
