package chunk

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// eventPassages groups consecutive events up to about eventsWords words; longer ones are split and
// form passages of their own.
func eventPassages(e episodic.Episode, notes map[string][]string) []passage {
	var passages []passage
	open, words := passage{}, 0
	closeOpen := func() {
		if len(open.lines) > 0 {
			passages = append(passages, open)
		}
		open, words = passage{}, 0
	}
	for _, v := range e.Events {
		p := eventPassage(e, v, notes[v.ID])
		n := p.words()
		if words > 0 && words+n > eventsWords {
			closeOpen()
		}
		if n > eventsWords {
			passages = append(passages, splitPassage(p, eventsWords)...)
			continue
		}
		open.part = episodic.PartEvents
		open.lines = append(open.lines, p.lines...)
		open.occurrences = append(open.occurrences, p.occurrences...)
		open.at = append(open.at, p.at...)
		words += max(n, 1)
	}
	closeOpen()
	return passages
}

// words counts the words of the passage; an identifier counts as one.
func (p *passage) words() int {
	n := 0
	for _, l := range p.lines {
		n += countRuns(l.text)
	}
	return n
}

func countRuns(text string) int {
	n := 0
	lexis.EachRun(text, func(string) { n++ })
	return n
}

// splitPassage splits a passage of more than limit words between words into pieces of about equal
// length. A passage without lines yields none.
func splitPassage(p passage, limit int) []passage {
	if len(p.lines) == 0 {
		return nil
	}
	total := p.words()
	if total <= limit {
		return []passage{p}
	}
	pieces := (total + limit - 1) / limit
	size := (total + pieces - 1) / pieces
	var cut []passage
	open, words := p, 0
	open.lines = nil
	for _, l := range p.lines {
		for rest := l.text; rest != ""; {
			taken, n := takeRuns(rest, size-words)
			open.lines = append(open.lines, line{label: l.label, text: taken, join: l.join})
			rest, words = rest[len(taken):], words+n
			if words >= size {
				cut = append(cut, open)
				open.lines, words = nil, 0
			}
		}
	}
	if len(open.lines) > 0 {
		cut = append(cut, open)
	}
	return cut
}

// takeRuns returns the beginning of the text with its first limit words, including the space after
// them, and the number of words taken.
func takeRuns(text string, limit int) (taken string, n int) {
	at := 0
	for n < limit {
		from, to := lexis.NextRun(text[at:])
		if from == to {
			return text, n
		}
		at += to
		n++
	}
	from, to := lexis.NextRun(text[at:])
	if from == to {
		return text, n
	}
	return text[:at+from], n
}
