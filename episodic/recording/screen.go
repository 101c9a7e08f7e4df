package recording

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Screen keeps personal data and secrets out of the texts of episodes. Ids, sessions, links and references stay as they are. The
// zero Screen lets everything through.
type Screen struct {
	// Rules find them; nil finds nothing.
	Rules  *privacy.Rules
	Policy privacy.Policy
	// OnFound, when set, is called with what was found in an episode.
	OnFound func(privacy.Counts)
}

// episodes returns episodes as they may be recorded; those that were given stay as they are. It returns a [problem.InvalidError] if the policy is
// to refuse.
func (s Screen) episodes(given []episodic.Episode) ([]episodic.Episode, error) {
	if s.Rules == nil || s.Policy == privacy.PolicyOff {
		return given, nil
	}
	var c problem.Checker
	out := make([]episodic.Episode, len(given))
	for i, e := range given {
		w := screening{Screen: s, found: privacy.Counts{}}
		out[i] = w.episode(e)
		if s.OnFound != nil && len(w.found) > 0 {
			s.OnFound(w.found)
		}
		c.Add(intake.InBatch(w.problems.Problems, i, len(given))...)
	}
	return out, c.Err()
}

// screening is one episode under way.
type screening struct {
	Screen
	found    privacy.Counts
	problems problem.Checker
}

func (w *screening) note(path string, counts privacy.Counts) {
	if w.found.Add(counts); w.Policy == privacy.PolicyRefuse && len(counts) > 0 {
		w.problems.Invalid(path, "it holds %s, which privacy.episodes refuses", told(counts))
	}
}

// told says what was found, without it.
func told(counts privacy.Counts) string {
	var parts []string
	for _, kind := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d of kind %s", counts[kind], kind))
	}
	return strings.Join(parts, ", ")
}

func (w *screening) text(path string, texts ...*string) {
	for _, t := range texts {
		kept, counts := w.Rules.Text(*t, w.Policy)
		w.note(path, counts)
		*t = kept
	}
}

func (w *screening) texts(path string, all []string) []string {
	out := slices.Clone(all)
	for i := range out {
		w.text(fmt.Sprintf("%s[%d]", path, i), &out[i])
	}
	return out
}

func (w *screening) json(path string, value json.RawMessage) json.RawMessage {
	kept, counts, err := w.Rules.JSON(value, w.Policy)
	if err != nil {
		return value // it is refused for that later, with its path
	}
	w.note(path, counts)
	return kept
}

// episode returns an episode as it may be recorded.
func (w *screening) episode(e episodic.Episode) episodic.Episode {
	w.text("task", &e.Task)
	w.text("domain", &e.Domain)
	w.text("taskType", &e.TaskType)
	w.text("complexity", &e.Complexity)
	w.text("reportedOutcome", &e.ReportedOutcome)
	for _, list := range []struct {
		path  string
		texts *[]string
	}{
		{"tools", &e.Tools},
		{"strategies", &e.Strategies},
		{"tags", &e.Tags},
		{"goals", &e.Goals},
		{"constraints", &e.Constraints},
		{"insights", &e.Insights},
		{"lessons", &e.Lessons},
		{"notes", &e.Notes},
	} {
		*list.texts = w.texts(list.path, *list.texts)
	}
	e.Context = w.context(e.Context)
	e.Decisions, e.Events, e.Links = w.decisions(e.Decisions), w.events(e.Events), w.links(e.Links)
	e.Extra = maps.Clone(e.Extra)
	for name, value := range e.Extra {
		e.Extra[name] = w.json("extra", value)
	}
	e.Sources = slices.Clone(e.Sources)
	for i, s := range e.Sources {
		if kept := w.json(fmt.Sprintf("sources[%d]", i), s.Content); string(kept) != string(s.Content) {
			e.Sources[i].Content, e.Sources[i].Hash = kept, intake.ContentHash(kept)
		}
	}
	return e
}

// context looks at the states that were known, each under its name.
func (w *screening) context(given map[string]string) map[string]string {
	value, err := json.Marshal(given)
	if err != nil || len(given) == 0 {
		return given
	}
	var out map[string]string
	if err := json.Unmarshal(w.json("context", value), &out); err != nil {
		return given
	}
	return out
}

func (w *screening) decisions(given []episodic.Decision) []episodic.Decision {
	out := slices.Clone(given)
	for i := range out {
		d, path := &out[i], fmt.Sprintf("decisions[%d]", i)
		w.text(path+".context", &d.Context)
		w.text(path+".chosen", &d.Chosen)
		w.text(path+".rationale", &d.Rationale)
		w.text(path+".actor", &d.Actor)
		w.text(path+".factor", &d.Factor)
		w.text(path+".reportedType", &d.ReportedType)
		w.text(path+".reportedOutcome", &d.ReportedOutcome)
		d.Options, d.Effects = w.texts(path+".options", d.Options), w.texts(path+".effects", d.Effects)
		d.Factors = w.texts(path+".factors", d.Factors)
	}
	return out
}

func (w *screening) events(given []episodic.Event) []episodic.Event {
	out := slices.Clone(given)
	for i := range out {
		e, path := &out[i], fmt.Sprintf("events[%d]", i)
		w.text(path+".content", &e.Content)
		w.text(path+".actor", &e.Actor)
		w.text(path+".factor", &e.Factor)
		w.text(path+".reportedType", &e.ReportedType)
		e.Factors = w.texts(path+".factors", e.Factors)
	}
	return out
}

func (w *screening) links(given []episodic.Link) []episodic.Link {
	out := slices.Clone(given)
	for i := range out {
		w.text(fmt.Sprintf("links[%d].note", i), &out[i].Note)
	}
	return out
}
