package chunk

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// passage collects the lines of a chunk.
type passage struct {
	part         episodic.ChunkPart
	lines        []line
	occurrences  []string
	decisionType episodic.DecisionType
	// at holds the dates in the passage.
	at []episodic.Timestamp
}

// line is one text of an episode. Its label is displayed before it and is not searched; join
// separates it from the line before, a line break if empty.
type line struct{ label, text, join string }

func (p *passage) add(label string, texts ...string) {
	for _, t := range texts {
		if t != "" {
			p.lines = append(p.lines, line{label: label, text: t})
		}
	}
}

// addJoined puts texts on one line.
func (p *passage) addJoined(label, join string, texts ...string) {
	first := len(p.lines)
	p.add(label, texts...)
	for i := first + 1; i < len(p.lines); i++ {
		p.lines[i].join = join
	}
}

// text returns the passage for display.
func (p *passage) text() string {
	var b strings.Builder
	for i, l := range p.lines {
		if i > 0 && l.join != "" {
			b.WriteString(l.join)
			b.WriteString(l.text)
			continue
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		if l.label != "" {
			b.WriteString(l.label + ": ")
		}
		b.WriteString(l.text)
	}
	return b.String()
}

// terms analyzes each text separately, so that a text of stop words alone keeps them.
func (p *passage) terms() string {
	var terms []string
	for _, l := range p.lines {
		terms = append(terms, lexis.Analyze(l.text)...)
	}
	return strings.Join(terms, " ")
}

// dateTerms returns the terms of the known dates, "2026-05-03 Sunday May".
func (p *passage) dateTerms() string {
	var days []string
	for _, t := range p.at {
		if t.IsZero() {
			continue
		}
		day := t.Time.UTC().Format(time.DateOnly + " Monday January")
		if !slices.Contains(days, day) {
			days = append(days, day)
		}
	}
	return strings.Join(lexis.Analyze(strings.Join(days, " ")), " ")
}

func headPassage(e episodic.Episode, notes map[string][]string) passage {
	p := passage{part: episodic.PartHead, at: []episodic.Timestamp{e.StartedAt}}
	p.add("", e.Task)
	p.add("Outcome", informative(string(e.Outcome), string(episodic.OutcomeUnknown)), e.ReportedOutcome)
	p.add("Lesson", e.Lessons...)
	p.add("Insight", e.Insights...)
	p.add("Goal", e.Goals...)
	p.add("Constraint", e.Constraints...)
	p.addJoined("Tags", ", ", e.Tags...)
	p.addJoined("Tools", ", ", e.Tools...)
	p.addJoined("Strategies", ", ", e.Strategies...)
	p.add("Domain", e.Domain)
	p.add("Task type", e.TaskType)
	p.add("Complexity", e.Complexity)
	for _, variable := range slices.Sorted(maps.Keys(e.Context)) {
		p.addJoined("Known before", " = ", variable, e.Context[variable])
	}
	p.add("Note", e.Notes...)
	p.add("Link", notes[episodic.OutcomeID]...)
	p.add("Session", e.Session)
	p.add("Episode", e.ID)
	return p
}

func decisionPassage(e episodic.Episode, d episodic.Decision, notes []string) passage {
	p := passage{
		part: episodic.PartDecision, occurrences: []string{episodic.OccurrenceKey(e.ID, d.ID)},
		decisionType: d.Type, at: []episodic.Timestamp{knownTime(d.At, e.StartedAt)},
	}
	p.add("Actor", d.Actor)
	p.add("Context", d.Context)
	p.add("Option", d.Options...)
	p.add("Chosen", d.Chosen)
	p.add("Rationale", d.Rationale)
	p.add("Outcome", informative(string(d.Outcome), string(episodic.OutcomeUnknown)), d.ReportedOutcome)
	p.add("Type", informative(string(d.Type), string(episodic.DecisionUnknown), string(episodic.DecisionOther)), d.ReportedType)
	p.add("Factor", d.Factor)
	p.add("Link", notes...)
	return p
}

func eventPassage(e episodic.Episode, v episodic.Event, notes []string) passage {
	p := passage{
		part: episodic.PartEvents, occurrences: []string{episodic.OccurrenceKey(e.ID, v.ID)},
		at: []episodic.Timestamp{knownTime(v.At, e.StartedAt)},
	}
	p.add(informative(string(v.Type), string(episodic.EventUnknown), string(episodic.EventOther)), said(v))
	p.add("Type", v.ReportedType)
	p.add("Factor", v.Factor)
	p.add("Link", notes...)
	return p
}

// said is the content of an event after the name of who acts, unless it begins with the name.
func said(v episodic.Event) string {
	if v.Actor == "" || strings.HasPrefix(strings.ToLower(v.Content), strings.ToLower(v.Actor)) {
		return v.Content
	}
	return v.Actor + ": " + v.Content
}

// EventsText returns the text of some events of an episode, named by their keys, as chunks have it.
func EventsText(e episodic.Episode, keys []string) string {
	notes := notesByOccurrence(e)
	var texts []string
	for _, v := range e.Events {
		if slices.Contains(keys, episodic.OccurrenceKey(e.ID, v.ID)) {
			p := eventPassage(e, v, notes[v.ID])
			texts = append(texts, p.text())
		}
	}
	return strings.Join(texts, "\n")
}

// notesByOccurrence groups the writer's notes on links by the short id of the end in this episode.
// Notes on the outcome belong to the head.
func notesByOccurrence(e episodic.Episode) map[string][]string {
	own := map[string]bool{}
	for _, d := range e.Decisions {
		own[d.ID] = true
	}
	for _, v := range e.Events {
		own[v.ID] = true
	}
	notes := map[string][]string{}
	for _, l := range e.Links {
		at := episodic.OutcomeID
		switch {
		case l.Note == "":
			continue
		case own[l.Source]:
			at = l.Source
		case own[l.Target]:
			at = l.Target
		}
		notes[at] = append(notes[at], l.Note)
	}
	return notes
}

// informative returns word unless it is one of the values that carry no information.
func informative(word string, nothing ...string) string {
	if slices.Contains(nothing, word) {
		return ""
	}
	return word
}

func knownTime(t, otherwise episodic.Timestamp) episodic.Timestamp {
	if t.IsZero() {
		return otherwise
	}
	return t
}
