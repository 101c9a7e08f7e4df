package ingest

import (
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
)

// usedIDs returns the ids in a document, so that generated ones differ.
func usedIDs(n *node) map[string]bool {
	used := map[string]bool{}
	for _, key := range []string{"decisions", "events"} {
		list := n.members[key]
		if list == nil {
			continue
		}
		for _, item := range list.items {
			if item.kind == kindObject && item.members["id"] != nil {
				used[item.members["id"].text] = true
			}
		}
	}
	return used
}

// freeID returns the first free id like d001 and marks it as used.
func freeID(used map[string]bool, letter string) string {
	for i := 1; ; i++ {
		if id := fmt.Sprintf("%s%03d", letter, i); !used[id] {
			used[id] = true
			return id
		}
	}
}

func readDecisions(o *object, ids map[string]bool) []episodic.Decision {
	var out []episodic.Decision
	for _, item := range o.list("decisions") {
		path, n := item.path, item.n
		switch n.kind {
		case kindObject:
			out = append(out, readDecision(newObject(o.r, path, n), ids))
		case kindText:
			id := freeID(ids, "d")
			o.r.say(RuleTextDecision, path, "the text was taken as the choice of %s", id)
			out = append(out, episodic.Decision{ID: id, Chosen: o.r.clean(n.text, path)})
		default:
			o.r.keep(RuleWrongType, path, n, "an object is wanted, not %s", shorten(string(n.raw)))
		}
	}
	return out
}

func readDecision(d *object, ids map[string]bool) episodic.Decision {
	out := episodic.Decision{
		ID: d.id(ids, "d"), At: d.when("timestamp", "at"),
		Context: d.text("context"), Options: d.texts("options"), Chosen: d.text("chosen"),
		Actor: d.text("actor"), Rationale: d.text("rationale"), Factor: d.text("factor"), Factors: d.texts("factors"),
	}
	out.Effects = d.ends(out.ID, "effects")
	if out.Chosen == "" && d.has("summary") {
		out.Chosen = d.text("summary")
		d.r.say(RuleSummary, d.at("summary"), "the summary was taken as the choice")
	}
	out.Type, out.ReportedType = typed(d, episodic.DecisionTypes(), episodic.DecisionOther)
	out.Outcome, out.ReportedOutcome = d.outcome("outcome")
	d.rest()
	return out
}

// actor reads who acts in an event; of a dialogue it is the speaker.
func (o *object) actor() string {
	if key := o.first("actor", "speaker"); key != "" {
		return o.text(key)
	}
	return ""
}

// id reads the id of a decision or event, or assigns a free one.
func (o *object) id(ids map[string]bool, letter string) string {
	if id := o.text("id"); id != "" {
		return id
	}
	id := freeID(ids, letter)
	o.r.say(RuleMissingID, o.at("id"), "the id is missing; it became %s", id)
	return id
}

func readEvents(o *object, e *episodic.Episode, ids map[string]bool) []episodic.Event {
	var out []episodic.Event
	for _, item := range o.list("events") {
		path, n := item.path, item.n
		switch n.kind {
		case kindObject:
			out = append(out, readEvent(newObject(o.r, path, n), e, ids))
		case kindText:
			id := freeID(ids, "e")
			o.r.say(RuleTextEvent, path, "the text was taken as the content of %s", id)
			out = append(out, episodic.Event{ID: id, Content: o.r.clean(n.text, path)})
		default:
			o.r.keep(RuleWrongType, path, n, "an object is wanted, not %s", shorten(string(n.raw)))
		}
	}
	return out
}

func readEvent(v *object, e *episodic.Episode, ids map[string]bool) episodic.Event {
	out := episodic.Event{
		ID: v.id(ids, "e"), At: v.when("timestamp", "at"), Content: v.text("content"),
		Actor: v.actor(), Factor: v.text("factor"), Factors: v.texts("factors"),
	}
	out.CausedBy, out.LeadsTo = v.ends(out.ID, "caused_by", "causedBy"), v.ends(out.ID, "leads_to", "leadsTo")
	out.Type, out.ReportedType = typed(v, episodic.EventTypes(), episodic.EventOther)
	v.sourceSession(e, out.ID)
	v.rest()
	return out
}

// sourceSession reads the session an event was extracted from. It is kept only if it differs from
// the episode's.
func (o *object) sourceSession(e *episodic.Episode, id string) {
	const key = "_source_session"
	if o.n.members[key] == nil {
		return
	}
	switch s := o.text(key); s {
	case e.Session:
		o.r.say(RuleSourceSession, o.at(key), "%q is the session of the episode", s)
	default:
		o.r.say(RuleNote, o.at(key), "the field became a note")
		e.Notes = append(e.Notes, id+" comes from session "+s)
	}
}
