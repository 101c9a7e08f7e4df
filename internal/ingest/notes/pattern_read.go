package notes

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/patterns"
)

// Pattern is what a note says of a pattern.
type Pattern struct {
	Name string
	// Definition lacks the relations to other patterns, which are in Leads and Related.
	Definition patterns.Definition
	Leads      []PatternLink
	Related    []PatternLink
	Claim      *patterns.Claim
	// Episodes are the ids of the episodes in which it was applied.
	Episodes []string
	// Unread are lines that the memory has no place for.
	Unread []Remark
}

// PatternLink is a relation to another pattern, named by the title or the name it has in the note.
type PatternLink struct{ Word, Target string }

// Name returns the name of the pattern that the link names, as far as a title tells it.
func (l PatternLink) Name() string {
	if name, _, is := patternName(l.Target); is {
		return name
	}
	return l.Target
}

// Key returns the key of the pattern that the link names.
func (l PatternLink) Key() string { return patterns.KeyOf(l.Name()) }

// same reports whether two notes define the same pattern.
func (p Pattern) same(other Pattern) bool {
	a, errA := json.Marshal(p)
	b, errB := json.Marshal(other)
	return errA == nil && errB == nil && bytes.Equal(a, b)
}

func (r *reader) readPattern() error {
	p := &r.note.Pattern
	p.Name = r.note.Name
	if text := r.front.text("definition"); text != "" && r.note.Own {
		if err := json.Unmarshal([]byte(text), &p.Definition); err != nil {
			return fmt.Errorf("definition: %w", err)
		}
	}
	d := &p.Definition
	if _, avoid, is := patternName(r.note.Title); is {
		d.AntiPattern = avoid
	}
	tags := r.front.texts("tags")
	for _, tag := range []string{"causal", "pattern"} {
		if !slices.Contains(tags, tag) {
			r.remark("tags", "the tag %s is missing", tag)
		}
	}
	r.need("Context", "Trigger", "Action", "Relations")
	d.Category = patterns.Category(strings.ToUpper(r.front.text("category")))
	d.Summary = r.front.text("summary")
	r.readTexts(d)
	p.Claim = r.claim()
	r.readLeads(p)
	r.readEvidence(p)
	r.beyond(p)
	return nil
}

// readTexts reads the trigger, the action and the description. The definition has those that a section
// cannot hold to the last space.
func (r *reader) readTexts(d *patterns.Definition) {
	front := r.front.text("trigger")
	trigger, there := r.find("Trigger")
	r.override(&d.Trigger, trigger.paragraph())
	switch {
	case !there || trigger.paragraph() == "":
		r.override(&d.Trigger, strings.TrimSpace(front))
	case strings.TrimSpace(front) != strings.TrimSpace(d.Trigger) && front != "":
		r.remark("trigger", "the section Trigger is another text than the trigger in the frontmatter; the section was taken")
	}
	action, _ := r.find("Action")
	r.override(&d.Action, action.paragraph())
	context, _ := r.find("Context")
	r.override(&d.Description, context.paragraph())
}

// override takes the text of a section unless it is the same but for the space around it.
func (r *reader) override(text *string, section string) {
	if strings.TrimSpace(*text) != section {
		*text = section
	}
}

// claim reads the rate that somebody states. In notes of causeway the figures at the top are counted, in
// others they are claims.
func (r *reader) claim() *patterns.Claim {
	f, rate, source := r.front, "success_rate", "note "+r.note.Title
	rest := *r.front
	if r.note.Own {
		f.text("success_rate")
		f.text("occurrences")
		n := f.get("claim")
		if n == nil {
			return nil
		}
		inner, err := members(n)
		if err != nil {
			return nil
		}
		rest, rate, source = *inner, "rate", inner.text("source")
	}
	out := &patterns.Claim{Source: source}
	if text := rest.text(rate); text != "" {
		if v, err := strconv.ParseFloat(text, 64); err == nil && v >= 0 && v <= 1 {
			out.Rate = &v
		} else {
			r.remark(rate, "%q is not a rate from 0 to 1; the rate is unknown", text)
		}
	}
	if text := rest.text("occurrences"); text != "" {
		if n, err := strconv.Atoi(text); err == nil && n >= 0 {
			out.Occurrences = &n
		} else {
			r.remark("occurrences", "%q is not a count; it is unknown", text)
		}
	}
	if out.Rate == nil && !r.note.Own {
		return nil
	}
	return out
}

// readLeads reads the causal relationships and the relations to other patterns.
func (r *reader) readLeads(p *Pattern) {
	for _, title := range []string{"Causal Relationships", "Relations"} {
		for i, it := range r.items(title) {
			word, rest, _ := strings.Cut(it.text, " ")
			w, after, is := cutLink(strings.TrimLeft(rest, " "))
			if r.note.Own && w.alias != "" {
				w.target = w.alias
			}
			relation, isCausal := causal(word)
			relationship, isRelated := relationWord(word, patterns.Relationships())
			switch {
			case word == "part_of" && r.note.Own && title == "Relations":
			case is && isCausal && strings.TrimSpace(after) == "":
				p.Leads = append(p.Leads, PatternLink{Word: string(relation), Target: w.target})
			case is && isRelated && strings.TrimSpace(after) == "":
				p.Related = append(p.Related, PatternLink{Word: string(relationship), Target: w.target})
			default:
				r.unread(p, fmt.Sprintf("%s[%d]", title, i), unescape(it.text))
			}
		}
	}
}

// readEvidence reads the episodes in which the pattern was applied. In notes of causeway these are marked:
// the others follow from what the pattern matches.
func (r *reader) readEvidence(p *Pattern) {
	for i, it := range r.items("Evidence Episodes") {
		w, rest, is := cutLink(it.text)
		id, known := r.names.episode(w.target)
		if w.alias != "" && r.note.Own {
			id, known = w.alias, true
		}
		switch {
		case !is || !known:
			r.unread(p, fmt.Sprintf("Evidence Episodes[%d]", i), unescape(it.text))
		case !r.note.Own || slices.Contains(strings.Fields(rest), applied):
			p.Episodes = append(p.Episodes, id)
		}
	}
}

func (r *reader) unread(p *Pattern, place, text string) {
	p.Unread = append(p.Unread, Remark{Section: place, Message: text})
}

// beyond lists what the note says and a pattern has no place for.
func (r *reader) beyond(p *Pattern) {
	if !r.note.Own {
		for i, it := range r.items("Observations") {
			r.unread(p, fmt.Sprintf("Observations[%d]", i), unescape(it.text))
		}
		warning, _ := r.find("Anti-Pattern Warning")
		if text := warning.paragraph(); text != "" {
			p.Definition.Guidance.Risks = append(p.Definition.Guidance.Risks, text)
		}
	}
	r.unknown("Context", "Trigger", "Action", "Observations", "Causal Relationships", "Evidence Episodes", "Anti-Pattern Warning", "Relations")
	r.front.text("last_validated")
	for _, key := range r.front.rest() {
		if value, err := toJSON(r.front.members[key]); err == nil {
			r.keep("frontmatter."+key, string(value))
		}
	}
	for place, text := range r.episode {
		r.unread(p, place, fmt.Sprint(text))
	}
	slices.SortFunc(p.Unread, func(a, b Remark) int { return strings.Compare(a.Section, b.Section) })
}
