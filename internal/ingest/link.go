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
		if item.n.kind != kindObject {
			o.r.keep(RuleUnreadableCause, item.path, item.n, "an object is wanted, not %s", shorten(string(item.n.raw)))
			continue
		}
		if link, ok := readLink(o.r, item); ok {
			out, o.r.links = append(out, link), append(o.r.links, item)
		}
	}
	return out
}

// readLink reads a link; one without a known relation or basis claims nothing that could be stored.
func readLink(r *reading, at item) (episodic.Link, bool) {
	l := newObject(r, at.path, at.n)
	relation, _ := wordIn(l, "relation", episodic.Relations())
	basis, own := wordIn(l, "basis", episodic.Bases())
	if relation == "" || own != "" {
		r.keep(RuleUnreadableCause, at.path, at.n, "relation and basis are not known words in %s", shorten(string(at.n.raw)))
		return episodic.Link{}, false
	}
	link := episodic.Link{Source: l.text("source"), Target: l.text("target"), Relation: relation, Basis: basis, Note: l.text("note")}
	if c := l.number("confidence"); c != nil && (*c < 0 || *c > 1) {
		r.keep(RuleWrongType, l.at("confidence"), l.n.members["confidence"], "%v is no confidence; one is between 0 and 1", *c)
	} else {
		link.Confidence = c
	}
	l.rest()
	return link, true
}

// ends reads the occurrences that caused the one with this id, or that it led to.
func (o *object) ends(id string, spellings ...string) []string {
	var out []string
	for _, item := range o.list(o.name(spellings...)) {
		if item.n.kind == kindObject || item.n.kind == kindList {
			o.r.keep(RuleUnreadableCause, item.path, item.n, "%s names no occurrence", shorten(string(item.n.raw)))
		} else if s, ok := o.r.textOf(item.n, item.path); ok {
			out = append(out, s)
			o.r.ends[id+" "+spellings[0]] = append(o.r.ends[id+" "+spellings[0]], item)
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
		l.joined(&d.Effects, d.ID+" effects", func(end string) (string, string) { return d.ID, end }, false)
	}
	derived := e.CausalOrderVersion > 0
	for i := range e.Events {
		v := &e.Events[i]
		l.joined(&v.CausedBy, v.ID+" caused_by", func(end string) (string, string) { return end, v.ID }, derived)
		l.joined(&v.LeadsTo, v.ID+" leads_to", func(end string) (string, string) { return v.ID, end }, derived)
	}
	for i := len(e.Links) - 1; i >= 0; i-- {
		source, target := l.own(e.Links[i].Source), l.own(e.Links[i].Target)
		if rule, why := l.joinsNothing(source, target); rule != "" {
			l.r.keep(rule, l.r.links[i].path, l.r.links[i].n, "%s", why)
			e.Links = slices.Delete(e.Links, i, i+1)
		}
	}
}

// joined leaves in a list of ends those that a link can join. pair returns the ends of the link.
// written is the id and the field by which the reading knows where they are.
func (l *linking) joined(ends *[]string, written string, pair func(end string) (source, target string), derived bool) {
	var kept []string
	for k, end := range *ends {
		at := l.r.ends[written][k]
		source, target := pair(l.own(end))
		if rule, why := l.joinsNothing(source, target); rule != "" {
			l.r.keep(rule, at.path, at.n, "%s", why)
			continue
		}
		kept = append(kept, end)
		if derived && !l.told[[2]string{source, target}] {
			l.told[[2]string{source, target}] = true
			l.order(at.path, source, target)
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
	case !l.r.exact && l.chronology.SameCommit(source, target):
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
