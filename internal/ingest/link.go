package ingest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

func readLinks(o *object) []episodic.Link {
	var out []episodic.Link
	for _, item := range o.list("links") {
		path, n := item.path, item.n
		if n.kind != kindObject {
			o.r.keep(RuleUnreadableCause, path, n, "an object is wanted, not %s", shorten(string(n.raw)))
			continue
		}
		l := newObject(o.r, path, n)
		link := episodic.Link{Source: l.text("source"), Target: l.text("target"), Note: l.text("note"), Confidence: l.number("confidence")}
		// Validation refuses an unknown relation or basis: no known word could replace it.
		var own string
		if link.Relation, own = wordIn(l, "relation", episodic.Relations()); own != "" {
			link.Relation = episodic.Relation(own)
		}
		if link.Basis, own = wordIn(l, "basis", episodic.Bases()); own != "" {
			link.Basis = episodic.Basis(own)
		}
		l.rest()
		out = append(out, link)
	}
	return out
}

// ends reads the occurrences that caused an event, or that it led to.
func (o *object) ends(key string) []string {
	var out []string
	for _, item := range o.list(key) {
		if item.n.kind == kindObject || item.n.kind == kindList {
			o.r.keep(RuleUnreadableCause, item.path, item.n, "%s names no occurrence", shorten(string(item.n.raw)))
		} else if s, ok := o.r.textOf(item.n, item.path); ok {
			out = append(out, s)
		}
	}
	return out
}

// linking settles the links of an episode: it takes out those that join nothing, and says which have no
// order in time.
type linking struct {
	r *reading
	e *episodic.Episode
	// ids are the ids of the decisions and events.
	ids        map[string]bool
	chronology intake.Chronology
	// told are the links derived from time that an entry names already: both ends may state one.
	told map[[2]string]bool
}

func (l *linking) settle() {
	e := l.e
	l.chronology, l.ids, l.told = intake.ChronologyOf(*e), map[string]bool{}, map[[2]string]bool{}
	for _, d := range e.Decisions {
		l.ids[strings.TrimSpace(d.ID)] = true
	}
	for _, v := range e.Events {
		l.ids[strings.TrimSpace(v.ID)] = true
	}
	for i := range e.Decisions {
		d := &e.Decisions[i]
		l.joined(&d.Effects, fmt.Sprintf("decisions[%d].effects", i), func(end string) (string, string) { return d.ID, end }, false)
	}
	derived := e.CausalOrderVersion > 0
	for i := range e.Events {
		v := &e.Events[i]
		l.joined(&v.CausedBy, fmt.Sprintf("events[%d].caused_by", i), func(end string) (string, string) { return end, v.ID }, derived)
		l.joined(&v.LeadsTo, fmt.Sprintf("events[%d].leads_to", i), func(end string) (string, string) { return v.ID, end }, derived)
	}
	for i := len(e.Links) - 1; i >= 0; i-- {
		source, target := l.own(e.Links[i].Source), l.own(e.Links[i].Target)
		path := fmt.Sprintf("links[%d]", i)
		if rule, why := l.joinsNothing(source, target); rule != "" {
			l.r.keep(rule, path, valueNode(e.Links[i]), "%s", why)
			e.Links = slices.Delete(e.Links, i, i+1)
		}
	}
}

// joined leaves in a list of ends those that a link can join. pair returns the ends of the link.
func (l *linking) joined(ends *[]string, path string, pair func(end string) (source, target string), derived bool) {
	var kept []string
	for k, end := range *ends {
		at := fmt.Sprintf("%s[%d]", path, k)
		source, target := pair(l.own(end))
		if rule, why := l.joinsNothing(source, target); rule != "" {
			l.r.keep(rule, at, valueNode(end), "%s", why)
			continue
		}
		kept = append(kept, end)
		if derived && !l.told[[2]string{source, target}] {
			l.told[[2]string{source, target}] = true
			l.order(at, source, target)
		}
	}
	*ends = kept
}

// order says if the times of a derived link do not tell its order.
func (l *linking) order(path, source, target string) {
	if strings.Contains(source+target, "/") {
		return
	}
	switch l.chronology.Order(source, target) {
	case intake.OrderUnknown:
		l.r.say(RuleOrderUnknown, path, "the times of %s and %s tell no order", source, target)
	case intake.OrderBackward:
		l.r.say(RuleAgainstTime, path, "%s is later than %s", source, target)
	}
}

// joinsNothing returns the rule by which a link is left out, and why; empty if it stays.
func (l *linking) joinsNothing(source, target string) (Rule, string) {
	for _, end := range []string{source, target} {
		if (end == "" || !l.ids[end]) && end != episodic.OutcomeID && !strings.Contains(end, "/") {
			return RuleDanglingLink, fmt.Sprintf("%q is no decision or event of this episode", shorten(end))
		}
	}
	switch {
	case source == target:
		return RuleOwnCause, fmt.Sprintf("%q is joined to itself", shorten(source))
	case l.chronology.SameCommit(source, target):
		return RuleSameCommit, fmt.Sprintf("%s and %s are one commit", source, target)
	default:
		return "", ""
	}
}

// own returns the short id of an end in this episode, and any other end unchanged.
func (l *linking) own(end string) string {
	end = strings.TrimSpace(end)
	if short, is := strings.CutPrefix(end, strings.TrimSpace(l.e.ID)+"/"); is {
		return short
	}
	return end
}
