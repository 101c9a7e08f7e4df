package ingest

import (
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/lazy"
)

// readEpisode reads an episode file of any version. name is the name of its document.
func readEpisode(r *reading, n *node, name string) (episodic.Episode, error) {
	if err := looksLikeEpisode(n); err != nil {
		return episodic.Episode{}, err
	}
	o := newObject(r, "", n)
	o.extra()
	e := episodic.Episode{
		ID:        episodeID(o, name),
		Session:   o.text("session"),
		StartedAt: o.when("timestamp", "startedAt"),
		Task:      o.text("task"),
		Domain:    o.text("domain"), TaskType: o.text(o.name("task_type", "taskType")), Complexity: o.text("complexity"),
		Tools: o.texts("tools"), Strategies: o.texts("strategies"), Tags: o.texts("tags"),
		Goals: o.texts("goals"), Constraints: o.texts("constraints"), Insights: o.texts("insights"),
		Lessons: o.texts("lessons"),
		Notes:   o.texts("notes"),
		Context: o.context(),
		Metrics: readMetrics(o),
	}
	e.Outcome, e.ReportedOutcome = o.outcome("outcome")
	e.CausalOrderVersion = o.version(o.name("causal_order_version", "causalOrderVersion"))
	o.notes(&e, "migration_note", "_note")
	ids := usedIDs(n)
	e.Decisions = readDecisions(o, ids)
	e.Events = readEvents(o, &e, ids)
	e.Links = readLinks(o)
	e.Sources = o.sources()
	o.rest()
	(&linking{r: r, e: &e}).settle()
	e.Extra = r.extra
	fitWords(r, &e)
	observe(r, e, name)
	return e, nil
}

// extra reads what an episode of causeway has in its extra: an object, or over the API its text.
func (o *object) extra() {
	n := o.n.members["extra"]
	if n != nil && n.kind == kindText {
		if inner, err := parse([]byte(n.text)); err == nil {
			n = inner
		}
	}
	if n == nil || n.kind != kindObject {
		return
	}
	o.get("extra")
	for _, key := range n.keys {
		o.r.extra[key] = slices.Clone(n.members[key].raw)
	}
}

// sources reads the documents that an episode of causeway was put together from.
func (o *object) sources() (out []episodic.Source) {
	n := o.n.members["sources"]
	if n == nil || json.Unmarshal(n.raw, &out) != nil {
		return nil
	}
	o.get("sources")
	return out
}

// looksLikeEpisode rejects other files found in the same folders.
func looksLikeEpisode(n *node) error {
	if n.kind != kindObject {
		return fmt.Errorf("an episode is a JSON object, not a %s", n.kind)
	}
	if n.members["protocolCompliance"] != nil || n.members["workLog"] != nil || n.members["protocol_compliance"] != nil {
		return errors.New("this is a session log; read it with the format session-log")
	}
	if n.members["outcome"] != nil || n.members["decisions"] != nil || n.members["events"] != nil {
		return nil
	}
	if of, is := n.resembles(); is {
		return fmt.Errorf("this is not an episode but %s; read it with the format %s", of.is, of.format)
	}
	if strange := n.strange(); n.members["task"] != nil && len(strange) > 0 {
		return fmt.Errorf("this is not an episode: it has a task, but no outcome, no decisions and no events, and %s is nothing that an episode has", strange[0])
	}
	if n.members["task"] != nil {
		return nil
	}
	return errors.New("this is not an episode: it has no task, no outcome, no decisions and no events")
}

// episodeID reads the id, or else derives it from the name of the file if that is an episode's.
func episodeID(o *object, name string) string {
	id := o.text("id")
	if base := baseName(name); id == "" && strings.HasPrefix(base, "episode-") {
		o.r.say(RuleFileNameID, "id", "the id is missing; the name of the file was taken")
		return base
	}
	return id
}

// extensionPattern also matches the number of a line or entry.
var extensionPattern = lazy.Pattern(`\.(jsonl?|ndjson|md|markdown)(\.gz)?([:\[].*)?$`)

// baseName is the name of a document without folder and extension.
func baseName(name string) string {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	return extensionPattern().ReplaceAllString(base, "")
}

// context reads the variables known before any decision.
func (o *object) context() map[string]string {
	n := o.get("context")
	if n == nil {
		return nil
	}
	if n.kind == kindList {
		return o.states(n)
	}
	if n.kind != kindObject {
		o.r.keep(RuleWrongType, o.at("context"), n, "an object is wanted, not %s", shorten(string(n.raw)))
		return nil
	}
	in := newObject(o.r, o.at("context"), n)
	out := map[string]string{}
	for _, key := range n.keys {
		if v := in.get(key); v != nil {
			if s, ok := o.r.textOf(v, in.at(key)); ok {
				out[key] = s
			}
		}
	}
	return out
}

// states reads the context as the API writes it: a list of variables and states. What is no such pair, or
// names a variable again, is kept.
func (o *object) states(n *node) map[string]string {
	out := map[string]string{}
	for i, item := range n.items {
		path := fmt.Sprintf("%s[%d]", o.at("context"), i)
		if item.kind != kindObject || item.member("variable") == "" {
			o.r.keep(RuleWrongType, path, item, "a variable and its state are wanted, not %s", shorten(string(item.raw)))
			continue
		}
		pair := newObject(o.r, path, item)
		variable, state := pair.text("variable"), pair.text("state")
		if earlier, twice := out[variable]; twice && earlier != state {
			o.r.keep(RuleUnknownField, path, item, "%q is there already", shorten(variable))
			continue
		}
		out[variable] = state
		pair.rest()
	}
	return out
}

// version reads the version of the rule that derived links from the order in time.
func (o *object) version(key string) int {
	n := o.number(key)
	if n == nil || *n != float64(int32(*n)) || *n < 0 {
		if n != nil {
			o.r.keep(RuleWrongType, key, o.n.members[key], "%v is not a version", *n)
		}
		return 0
	}
	return int(*n)
}

// notes turns the given fields into notes.
func (o *object) notes(e *episodic.Episode, keys ...string) {
	for _, key := range keys {
		n := o.get(key)
		if n.isEmpty() {
			continue
		}
		o.r.say(RuleNote, o.at(key), "the field became a note")
		e.Notes = append(e.Notes, strings.TrimPrefix(key, "_")+": "+o.r.clean(n.flat(), o.at(key)))
	}
}

// fitWords shortens reported words that are too long.
func fitWords(r *reading, e *episodic.Episode) {
	r.fit(&e.ReportedOutcome, "outcome", &e.Notes)
	for i := range e.Decisions {
		d := &e.Decisions[i]
		r.fit(&d.ReportedType, fmt.Sprintf("decisions[%d].type", i), &e.Notes)
		r.fit(&d.ReportedOutcome, fmt.Sprintf("decisions[%d].outcome", i), &e.Notes)
	}
	for i := range e.Events {
		r.fit(&e.Events[i].ReportedType, fmt.Sprintf("events[%d].type", i), &e.Notes)
	}
}
