package briefing

import (
	"cmp"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/chunk"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/episodic/recall"
)

// quotedLessons is the number of lessons that are quoted of a head that was found.
const quotedLessons = 2

// matchDrafts returns the lines that tell what was found of an episode, best first: the events quoted, the decision, or
// the first lessons of the head. quoted has the keys of the events told, and the keys with the texts of other lines.
func matchDrafts(e ContextEntry, asked []lexis.AskedWord) (out []draft, quoted map[string]bool) {
	quoted = map[string]bool{}
	if e.Hit == nil {
		return nil, quoted
	}
	lessons := lessonDrafts(e.Stored.Episode)
	decisions := decisionDrafts(e.Stored.Episode)
	for _, p := range quotable(e.Hit) {
		var found []draft
		switch {
		case p.Part == episodic.PartHead:
			found = slices.Clone(lessons[:min(quotedLessons, len(lessons))])
		case len(p.Occurrences) == 0:
		case p.Part == episodic.PartDecision:
			at := slices.IndexFunc(decisions, func(d draft) bool { return d.key == p.Occurrences[0] })
			if at >= 0 {
				found = []draft{decisions[at]}
			}
		case p.Number != e.Hit.Best.Number && len(errorsOf(e.Stored.Episode, p.Occurrences)) > 0:
			found = errorsOf(e.Stored.Episode, p.Occurrences)
		default:
			text, keys := quotation(p, e.Stored.Episode, asked)
			found = []draft{{kind: LineMatch, key: p.Occurrences[0], label: "matches", text: text}}
			for _, key := range keys {
				quoted[key] = true
			}
		}
		for _, d := range found {
			if !quoted[d.key+d.text] {
				quoted[d.key+d.text] = true
				d.worth, d.lead = max(p.Score, leastWorth), len(out) == 0
				out = append(out, d)
			}
		}
	}
	return out, quoted
}

// errorsOf returns the lines of the errors among some events.
func errorsOf(e episodic.Episode, keys []string) []draft {
	errors, _ := eventDrafts(e, nil)
	return slices.DeleteFunc(errors, func(d draft) bool { return !slices.Contains(keys, d.key) })
}

// quotation is what is quoted of events found, with their keys: the best one with its neighbors, if they have all words
// of the question that the passage has, and these are most of them; or else all of it.
func quotation(p recall.Passage, e episodic.Episode, asked []lexis.AskedWord) (text string, keys []string) {
	var at []string
	for _, v := range e.Events {
		if key := episodic.OccurrenceKey(e.ID, v.ID); slices.Contains(p.Occurrences, key) {
			at = append(at, key)
		}
	}
	words := len(lexis.MatchingWords(asked, p.Text))
	best := slices.Index(at, p.Occurrences[0])
	if 2*words <= len(asked) || best < 0 {
		return p.Text, p.Occurrences
	}
	near := at[max(0, best-1):min(len(at), best+2)]
	text = chunk.EventsText(e, near)
	if len(near) == len(at) || len(lexis.MatchingWords(asked, text)) < words {
		return p.Text, p.Occurrences
	}
	return text, near
}

// leastWorth is the worth of a match whose score is unknown or 0.
const leastWorth = 1e-9

// quotable returns the passages of a hit to quote, the best one first.
func quotable(h *recall.Hit) []recall.Passage {
	out := []recall.Passage{{ChunkHit: h.Best}}
	out[0].Score = h.Score
	for _, p := range h.Passages {
		if p.Number == h.Best.Number {
			out[0].Score = max(p.Score, leastWorth)
		} else if len(out) < quotedEach {
			out = append(out, p)
		}
	}
	return out
}

// match is a line that tells what was found.
type match struct {
	*entry
	draft
}

// quote tells what was found in all entries, best first, each line in full with the headline of its entry.
func (t *contextWriter) quote(all []*entry, room int) (spent int, err error) {
	var found []match
	for _, e := range all {
		for _, d := range e.rest {
			if d.worth > 0 {
				found = append(found, match{e, d})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.worth, a.worth) })
	for _, m := range found {
		before := m.Tokens
		if err := t.quoteOne(m, room-spent); err != nil {
			return 0, err
		}
		spent += m.Tokens - before
	}
	return spent, nil
}

// quoteOne tells a match, after the headline of its entry, if all of it fits. A text that is not read to its end is told
// as far as it is read.
func (t *contextWriter) quoteOne(m match, room int) error {
	room = min(room, entryBudget-m.Tokens)
	headline, head := "", 0
	if len(m.Lines) == 0 {
		var err error
		d := m.rest[0]
		if headline, head, err = t.fit(d.prefix(), d.words(), min(room, lineBudget)); err != nil || headline == "" {
			return err
		}
	}
	words := m.words()
	text, tokens, err := t.fit(m.prefix(), words, room-head)
	if err != nil || text == "" || text != m.line() && len(words) <= lineRunes {
		return err
	}
	if headline != "" {
		m.entry.tell(m.rest[0], headline, head)
		m.rest = m.rest[1:]
	}
	at := slices.IndexFunc(m.rest, func(d draft) bool { return d.key == m.draft.key && d.text == m.text })
	m.entry.tell(m.rest[at], text, tokens)
	m.rest = slices.Delete(slices.Clone(m.rest), at, at+1)
	return nil
}
