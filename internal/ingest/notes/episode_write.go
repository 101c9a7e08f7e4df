package notes

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// unknownTime stands for the time of an event of which none is known.
const unknownTime = "unknown"

// WriteEpisode returns the note of a normalized episode. project is named by its relations.
func WriteEpisode(e episodic.Episode, project string, titles *Titles) ([]byte, error) {
	front, err := episodeFrontmatter(e, titles).bytes()
	if err != nil {
		return nil, err
	}
	w := &writer{titles: titles}
	w.Write(front)
	w.printf("\n# %s\n", oneLine(titles.Of(e.ID)))
	w.section("Context")
	w.paragraph(e.Task)
	w.observations(e)
	w.decisions(e)
	w.section("Events Timeline")
	for i, v := range e.Events {
		w.event(i+1, v)
	}
	w.none(len(e.Events))
	w.section("Lessons Learned")
	for _, lesson := range e.Lessons {
		w.item(lesson)
	}
	w.none(len(e.Lessons))
	w.causalLinks(e)
	w.section("Relations")
	w.printf("- part_of %s\n", wikiLink{target: project})
	return seal(w.Bytes()), nil
}

// episodeFrontmatter holds the head of an episode and what its sections have no place for.
func episodeFrontmatter(e episodic.Episode, titles *Titles) *frontmatter {
	f := newFrontmatter()
	f.text("title", titles.Of(e.ID))
	f.text("type", "episode")
	f.texts("tags", append([]string{"episodic"}, e.Tags...))
	f.text("permalink", episodeFolder+e.ID)
	f.text("outcome", string(e.Outcome))
	f.put("task", scalar(e.Task))
	if m := e.Metrics.DurationMinutes; m != nil {
		f.number("duration_minutes", decimal(*m))
	}
	f.under("metrics", metricsOf(e.Metrics))
	f.put("session", scalar(e.Session))
	f.text("timestamp", e.StartedAt.String())
	f.text("reported_outcome", e.ReportedOutcome)
	f.text("domain", e.Domain)
	f.text("task_type", e.TaskType)
	f.text("complexity", e.Complexity)
	f.texts("tools", e.Tools)
	f.texts("strategies", e.Strategies)
	f.texts("goals", e.Goals)
	f.texts("constraints", e.Constraints)
	f.texts("insights", e.Insights)
	f.texts("notes", e.Notes)
	context := newFrontmatter()
	for _, key := range slices.Sorted(maps.Keys(e.Context)) {
		context.put(key, scalar(e.Context[key]))
	}
	f.under("context", context)
	if e.CausalOrderVersion != 0 {
		f.number("causal_order_version", strconv.Itoa(e.CausalOrderVersion))
	}
	f.under("extra", extraOf(e))
	f.under("sources", sourcesOf(e))
	f.mark()
	return f
}

func metricsOf(m episodic.Metrics) *frontmatter {
	f := newFrontmatter()
	if m.DurationMinutes != nil {
		f.number("duration_minutes", decimal(*m.DurationMinutes))
	}
	for _, c := range []struct {
		key string
		n   *int64
	}{{"tool_calls", m.ToolCalls}, {"errors", m.Errors}, {"recoveries", m.Recoveries}, {"commits", m.Commits}, {"files_changed", m.FilesChanged}} {
		if c.n != nil {
			f.number(c.key, strconv.FormatInt(*c.n, 10))
		}
	}
	return f
}

func decimal(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// extraOf has each value as the text of its JSON, so that its numbers stay as they are written.
func extraOf(e episodic.Episode) *frontmatter {
	f := newFrontmatter()
	for _, key := range slices.Sorted(maps.Keys(e.Extra)) {
		f.put(key, scalar(string(e.Extra[key])))
	}
	return f
}

// sourcesOf has the sources by their format, which none shares with another, in order.
func sourcesOf(e episodic.Episode) *frontmatter {
	f := newFrontmatter()
	for _, s := range e.Sources {
		one := newFrontmatter()
		one.put("name", scalar(s.Name))
		one.put("hash", scalar(s.Hash))
		one.put("content", scalar(string(s.Content)))
		f.put(s.Format, &one.node)
	}
	return f
}

// writer writes the sections of a note.
type writer struct {
	bytes.Buffer
	titles *Titles
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

func (w *writer) section(title string) { w.printf("\n## %s\n\n", title) }

// none says that a section holds nothing.
func (w *writer) none(n int) {
	if n == 0 {
		w.printf("%s\n", none)
	}
}

func (w *writer) paragraph(text string) {
	switch text {
	case "":
		text = none
	case none:
		text = "\\" + none
	default:
		text = escape(text, "")
	}
	w.printf("%s\n", text)
}

func (w *writer) item(text string) { w.printf("- %s\n", escape(text, "  ")) }

// field writes a labelled item unless its text is empty.
func (w *writer) field(indent, label, text string) {
	if text != "" {
		w.printf("%s- **%s**: %s\n", indent, label, escape(text, indent+"  "))
	}
}

// list writes a labelled item with an item for each text, unless there is none.
func (w *writer) list(indent, label string, texts []string) {
	if len(texts) > 0 {
		w.printf("%s- **%s**:\n", indent, label)
	}
	for _, text := range texts {
		w.printf("%s  - %s\n", indent, escape(text, indent+"    "))
	}
}

// oneLine returns a text for a heading or an observation: a view of a text that stands elsewhere.
func oneLine(text string) string { return escapeLine(strings.Join(strings.Fields(text), " ")) }

// observations lists the decisions and events in a line each.
func (w *writer) observations(e episodic.Episode) {
	w.section("Observations")
	for _, d := range e.Decisions {
		w.printf("- [decision:%s] %s #%s\n", escapeName(d.ID), oneLine(observed(d.Chosen, d.Context, d.ID)), d.Type)
	}
	for _, v := range e.Events {
		w.printf("- [event:%s] %s #%s\n", escapeName(v.ID), oneLine(observed(v.Content, string(v.Type))), v.Type)
	}
	w.none(len(e.Decisions) + len(e.Events))
}

// observed returns the first of the texts that is there, as long as a label.
func observed(texts ...string) string {
	return episodic.Shorten(strings.Join(strings.Fields(cmp.Or(texts...)), " "), episodic.MaxLabel)
}

func (w *writer) decisions(e episodic.Episode) {
	w.section("Decisions")
	for i, d := range e.Decisions {
		if i > 0 {
			w.printf("\n")
		}
		w.printf("### %s: %s\n\n", escapeName(d.ID), oneLine(observed(d.Chosen, d.Context, d.ID)))
		w.field("", "Timestamp", d.At.String())
		w.field("", "Actor", d.Actor)
		w.field("", "Type", string(d.Type))
		w.field("", "Reported Type", d.ReportedType)
		w.field("", "Context", d.Context)
		w.list("", "Options", d.Options)
		w.field("", "Chosen", d.Chosen)
		w.field("", "Rationale", d.Rationale)
		w.field("", "Outcome", string(d.Outcome))
		w.field("", "Reported Outcome", d.ReportedOutcome)
		w.field("", "Factor", d.Factor)
		w.list("", "Factors", d.Factors)
		var effects []string
		for _, l := range e.Links {
			if isEffect(l, d.ID) {
				effects = append(effects, w.titles.end(l.Target))
			}
		}
		if len(effects) > 0 {
			w.printf("- **Effects**: %s\n", strings.Join(effects, ", "))
		}
	}
	w.none(len(e.Decisions))
}

// isEffect reports whether a link is one that the effects of a decision say.
func isEffect(l episodic.Link, decision string) bool {
	return l.Source == decision && l.Relation == episodic.RelationCauses && l.Basis == episodic.BasisStated &&
		l.Confidence == nil && l.Note == ""
}

func (w *writer) event(number int, v episodic.Event) {
	indent := strings.Repeat(" ", len(strconv.Itoa(number))+2)
	w.printf("%d. [%s] %s #%s ^%s\n", number, cmp.Or(v.At.String(), unknownTime), escape(v.Content, indent), v.Type, escapeName(v.ID))
	w.field(indent, "Actor", v.Actor)
	w.field(indent, "Reported Type", v.ReportedType)
	w.field(indent, "Factor", v.Factor)
	w.list(indent, "Factors", v.Factors)
}

// causalLinks lists the links that are no effects of decisions.
func (w *writer) causalLinks(e episodic.Episode) {
	decisions := map[string]bool{}
	for _, d := range e.Decisions {
		decisions[d.ID] = true
	}
	written := 0
	for _, l := range e.Links {
		if decisions[l.Source] && isEffect(l, l.Source) {
			continue
		}
		if written++; written == 1 {
			w.section("Causal Links")
		}
		w.printf("- %s %s %s%s", w.titles.end(l.Source), l.Relation, w.titles.end(l.Target), qualified(l))
		if l.Note != "" {
			w.printf(": %s", escape(l.Note, "  "))
		}
		w.printf("\n")
	}
}

// qualified says the basis and the confidence of a link, unless it is only stated.
func qualified(l episodic.Link) string {
	var parts []string
	if l.Basis != episodic.BasisStated {
		parts = append(parts, string(l.Basis))
	}
	if l.Confidence != nil {
		parts = append(parts, "confidence "+decimal(*l.Confidence))
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}
