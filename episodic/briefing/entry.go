package briefing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/lexis"
	"github.com/causeway-memory/causeway/episodic/recall"
)

const (
	// lineBudget is the number of tokens that a line gets at first; lineRunes is how much of a text is
	// read.
	lineBudget, lineRunes = 80, 1_000
	// leastLine is the number of remaining tokens below which no line is tried, leastShown the
	// minimum number of characters of a shortened text.
	leastLine, leastShown = 8, 40
	// misses is the number of lines of an episode that may fail to fit before it stops trying.
	misses = 5
	// nearEnough is the number of tokens that a cut line may leave free.
	nearEnough = 3
)

// entry is an episode that is being described.
type entry struct {
	ContextEntry

	// at is its place among the entries.
	at int
	// told are the drafts of Lines, rest the others in order of priority. The first draft of all is the
	// headline, and nothing else is told without it.
	told, rest []draft
	// folded says that the headline refers to that of an earlier entry.
	folded bool
}

// newEntries returns entries without lines.
func newEntries(why ContextReason, episodes []episodic.Stored) []*entry {
	entries := make([]*entry, len(episodes))
	for i, e := range episodes {
		entries[i] = newEntry(ContextEntry{Reason: why, Stored: e}, nil)
	}
	return entries
}

func hitEntries(why ContextReason, hits []recall.Hit, asked []lexis.AskedWord) []*entry {
	entries := make([]*entry, len(hits))
	for i, h := range hits {
		entries[i] = newEntry(ContextEntry{Reason: why, Stored: h.Stored, Hit: &h}, asked)
	}
	return entries
}

// newEntry returns an entry without lines. asked are the words of the question that found it.
func newEntry(e ContextEntry, asked []lexis.AskedWord) *entry {
	return &entry{ContextEntry: e, rest: drafts(e, asked)}
}

// interleave returns the entries of two lists in turn.
func interleave(a, b []*entry) []*entry {
	var out []*entry
	for i := range max(len(a), len(b)) {
		for k, list := range [][]*entry{a, b} {
			if i < len(list) {
				list[i].at = i + k*len(a)
				out = append(out, list[i])
			}
		}
	}
	return out
}

// ordered returns interleaved entries list by list.
func ordered(entries []*entry) []*entry {
	return slices.SortedFunc(slices.Values(entries), func(a, b *entry) int { return cmp.Compare(a.at, b.at) })
}

// repeats is 1 if the entry says nothing that an earlier one does not say, else 0.
func (e *entry) repeats() int {
	if e.folded && len(e.rest) == 1 {
		return 1
	}
	return 0
}

// shortened returns the number of lines that were cut.
func (e *entry) shortened() int {
	n := 0
	for i, l := range e.Lines {
		if l.Text != e.told[i].line() {
			n++
		}
	}
	return n
}

// shown returns the entry with its lines by kind.
func (e *entry) shown() ContextEntry {
	kinds := []LineKind{LineEpisode, LineMatch, LineDecision, LineError, LineLesson, LineEvent}
	out := e.ContextEntry
	out.Lines = slices.Clone(e.Lines)
	slices.SortStableFunc(out.Lines, func(a, b ContextLine) int {
		return cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind))
	})
	return out
}

// fill tells drafts of an entry that wanted accepts while they fit: room is what it may add, each the most tokens of a
// line. Without its headline it has no line.
func (t *contextWriter) fill(e *entry, room, each int, wanted func(draft) bool) error {
	var missed []draft
	failed := 0
	for i, d := range e.rest {
		if room < leastLine || failed == misses {
			missed = append(missed, e.rest[i:]...)
			break
		}
		if d.kind != LineEpisode && !wanted(d) {
			missed = append(missed, d)
			continue
		}
		text, tokens, err := t.fit(d.prefix(), d.words(), min(room, each))
		if err != nil {
			return err
		}
		if text == "" {
			missed = append(missed, d)
			failed++
			if len(e.Lines) == 0 {
				missed = append(missed, e.rest[i+1:]...)
				break
			}
			continue
		}
		room -= tokens
		e.tell(d, text, tokens)
	}
	e.rest = missed
	return nil
}

// tell adds a line.
func (e *entry) tell(d draft, text string, tokens int) {
	e.Tokens += tokens
	e.told = append(e.told, d)
	e.Lines = append(e.Lines, ContextLine{Kind: d.kind, Key: d.key, Text: text, Tokens: tokens})
}

// lengthen tells lines that were cut in full, as far as there is room.
func (t *contextWriter) lengthen(e *entry, room int) error {
	for i, l := range e.Lines {
		more := min(room, entryBudget-e.Tokens)
		if d := e.told[i]; more > 0 && l.Text != d.line() {
			text, tokens, err := t.fit(d.prefix(), d.words(), l.Tokens+more)
			if err != nil {
				return err
			}
			if tokens > l.Tokens {
				e.Lines[i].Text, e.Lines[i].Tokens = text, tokens
				e.Tokens += tokens - l.Tokens
				room -= tokens - l.Tokens
			}
		}
	}
	return nil
}

// fit returns a line of at most the given number of tokens, including the line break; empty if
// there is no room for its prefix and a useful part. A cut text ends in an ellipsis.
func (t *contextWriter) fit(prefix, text string, most int) (line string, tokens int, err error) {
	runes := []rune(text)
	if len(runes) <= lineRunes {
		tokens, err = t.tokens.CountTokens(prefix + text + "\n")
		if err != nil {
			return "", 0, err
		}
		if tokens <= most {
			return prefix + text, tokens, nil
		}
	}
	whole, end := tokens, min(lineRunes, len(runes)-1)
	if line, tokens = "", 0; most < leastLine {
		return line, tokens, nil
	}
	n := end // the first guess is the share of the tokens
	if whole > 0 {
		n = min(end, max(leastShown, len(runes)*most/whole))
	}
	for least := leastShown; least <= end; n = (least + end) / 2 {
		shorter := prefix + strings.TrimRight(string(runes[:n]), " ") + "…"
		count, err := t.tokens.CountTokens(shorter + "\n")
		if err != nil {
			return "", 0, err
		}
		if count <= most {
			line, tokens, least = shorter, count, n+1
		} else {
			end = n - 1
		}
		if line != "" && most-tokens < nearEnough {
			break
		}
	}
	return line, tokens, nil
}
