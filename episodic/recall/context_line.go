package recall

import (
	"cmp"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

const (
	// lineBudget is the maximum number of tokens of a line; lineRunes is how much of a text is
	// read.
	lineBudget, lineRunes = 80, 1_000
	// leastLine is the number of remaining tokens below which no line is tried, leastShown the
	// minimum number of characters of a shortened text.
	leastLine, leastShown = 8, 40
	// misses is the number of lines of an episode that may fail to fit before it stops trying.
	misses = 20
)

// draft is a candidate line.
type draft struct {
	kind      LineKind
	key, text string
	// lesson identifies a lesson that must not be repeated; empty for other lines.
	lesson string
}

// fill adds the lines of an entry: the episode, then lines of each kind in turn while they fit.
// They are displayed by kind.
func (t *contextWriter) fill(e *ContextEntry, room int) error {
	head, rest := drafts(*e)
	fits, err := t.try(e, head, room)
	if err != nil || !fits {
		return err
	}
	missed := 0
	for _, d := range rest {
		if d.lesson != "" && t.lessons[d.lesson] {
			continue
		}
		fits := false
		if missed < misses {
			if fits, err = t.try(e, d, room); err != nil {
				return err
			}
		}
		switch {
		case !fits:
			missed++
			t.leftOut.Lines++
		case d.lesson != "":
			t.lessons[d.lesson] = true
		}
	}
	kinds := []LineKind{LineEpisode, LineMatch, LineDecision, LineError, LineLesson}
	slices.SortStableFunc(e.Lines, func(a, b ContextLine) int {
		return cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind))
	})
	return nil
}

// try adds a line, shortened if necessary, if it fits.
func (t *contextWriter) try(e *ContextEntry, d draft, room int) (fits bool, err error) {
	room -= e.Tokens
	if room < leastLine {
		return false, nil
	}
	whole := strings.Join(strings.Fields(d.text), " ")
	prefix := "[" + d.key + "] "
	text, tokens, err := t.fit(prefix, whole, min(room, lineBudget))
	if err != nil || text == "" {
		return false, err
	}
	if text != prefix+whole {
		t.leftOut.Shortened++
	}
	e.Tokens += tokens
	e.Lines = append(e.Lines, ContextLine{Kind: d.kind, Key: d.key, Text: text, Tokens: tokens})
	return true, nil
}

// fit returns a line of at most the given number of tokens, including the line break; empty if
// there is no room for its prefix and a useful part. A cut text ends in an ellipsis.
func (t *contextWriter) fit(prefix, text string, most int) (line string, tokens int, err error) {
	runes := []rune(text)
	if len(runes) <= lineRunes {
		if tokens, err = t.tokens.CountTokens(prefix + text + "\n"); err != nil || tokens <= most {
			return prefix + text, tokens, err
		}
	}
	tokens = 0
	for least, end := leastShown, min(lineRunes, len(runes)-1); least <= end; {
		n := (least + end) / 2
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
	}
	return line, tokens, nil
}

// drafts returns the headline of the episode and the other candidate lines in order of priority:
// the reason of the hit, then lessons, decisions and errors in turn.
func drafts(e ContextEntry) (head draft, rest []draft) {
	episode := e.Stored.Episode
	head = draft{kind: LineEpisode, key: episode.ID, text: headline(e)}
	quoted := map[string]bool{}
	if e.Hit != nil && e.Hit.Best.Part == episodic.PartEvents && len(e.Hit.Best.Occurrences) > 0 {
		for _, key := range e.Hit.Best.Occurrences {
			quoted[key] = true
		}
		rest = append(rest, draft{kind: LineMatch, key: e.Hit.Best.Occurrences[0], text: "matches: " + e.Hit.Best.Text})
	}
	kinds := [][]draft{lessonDrafts(episode), decisionDrafts(e), errorDrafts(episode, quoted)}
	for i := range longest(kinds) {
		for _, list := range kinds {
			if i < len(list) {
				rest = append(rest, list[i])
			}
		}
	}
	return head, rest
}

func longest(lists [][]draft) int {
	n := 0
	for _, list := range lists {
		n = max(n, len(list))
	}
	return n
}

// headline puts the reason, date and outcome before the task, which may be long.
func headline(e ContextEntry) string {
	episode := e.Stored.Episode
	parts := []string{string(e.Reason)}
	if !episode.StartedAt.IsZero() {
		parts = append(parts, episode.StartedAt.Time.UTC().Format("2006-01-02"))
	}
	parts = append(parts, "outcome "+string(episode.Outcome))
	line := strings.Join(parts, ", ")
	if episode.Task == "" {
		return line
	}
	return line + ": " + episode.Task
}

// decisionDrafts begins with the decision that was found, if any.
func decisionDrafts(e ContextEntry) []draft {
	var out []draft
	for _, d := range e.Stored.Episode.Decisions {
		key := episodic.OccurrenceKey(e.Stored.Episode.ID, d.ID)
		text := "decision, outcome " + string(d.Outcome) + ": " + strings.Join(reasons(d), "; ")
		one := draft{kind: LineDecision, key: key, text: text}
		if e.Hit != nil && slices.Contains(e.Hit.Best.Occurrences, key) {
			out = slices.Insert(out, 0, one)
			continue
		}
		out = append(out, one)
	}
	return out
}

// reasons describes what was chosen in which situation, and why.
func reasons(d episodic.Decision) []string {
	var parts []string
	add := func(label, text string) {
		if text != "" {
			parts = append(parts, label+text)
		}
	}
	add("", d.Context)
	add("chosen ", d.Chosen)
	add("because ", d.Rationale)
	add("instead of ", strings.Join(slices.DeleteFunc(slices.Clone(d.Options), func(o string) bool { return o == d.Chosen }), ", "))
	return parts
}

func lessonDrafts(e episodic.Episode) []draft {
	var out []draft
	for _, lesson := range e.Lessons {
		out = append(out, draft{
			kind: LineLesson, key: e.ID, text: "lesson: " + lesson,
			lesson: episodic.FoldCase(strings.Join(strings.Fields(lesson), " ")),
		})
	}
	return out
}

// errorDrafts leaves out what is already quoted.
func errorDrafts(e episodic.Episode, quoted map[string]bool) []draft {
	var out []draft
	for _, v := range e.Events {
		if key := episodic.OccurrenceKey(e.ID, v.ID); v.Type == episodic.EventError && !quoted[key] {
			out = append(out, draft{kind: LineError, key: key, text: "error: " + v.Content})
		}
	}
	return out
}
