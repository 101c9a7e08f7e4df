package markdownlog

import (
	"slices"
	"strings"
	"unicode"
)

// class is what a section is about, by its title.
type class int

const (
	classOther class = iota
	classHead
	classObjective
	classDecisions
	// classDecision is the title that is a decision itself, like "Decision 2: Wait".
	classDecision
	// classOption is a title that is an option, like "Option B: Wait".
	classOption
	classWork
	classLessons
	classOutcome
	classNext
	classCommits
	classGatesStart
	classGatesEnd
	// classMachine is what programs printed.
	classMachine
)

// classes are the titles of each class, without the words in [qualifiers] before them.
func classes() map[class][]string {
	return map[class][]string{
		classHead:       {"session info", "session information", "session metadata", "metadata", "session details", "overview"},
		classObjective:  {"objective", "objectives", "goal", "goals", "task description", "mission", "session objective", "session goal"},
		classDecisions:  {"decision", "decisions", "decisions made", "decisions taken", "decision log", "decision record", "decision records", "entscheidung", "entscheidungen", "beschlüsse", "décision", "décisions", "decisión"},
		classWork:       {"work log", "task log", "tasks completed", "work", "work done", "work performed", "work completed", "work summary", "changes", "changes made", "changes applied", "implementation log", "actions", "actions taken", "actions completed", "progress", "activities", "activity log", "steps taken", "completed work", "session activities", "session work", "tasks executed", "work items", "execution log", "timeline", "tasks", "checklist", "added", "changed", "fixed", "removed", "erledigt", "arbeit", "travail effectué", "trabajo realizado"},
		classLessons:    {"lesson", "lessons", "lessons learned", "lessons learnt", "learning", "learnings", "takeaway", "takeaways", "insights", "lektionen", "erkenntnisse", "leçons", "leçons apprises", "lecciones", "lecciones aprendidas"},
		classOutcome:    {"outcome", "outcomes", "status", "result", "results", "session outcome", "session outcomes", "session status", "session result"},
		classNext:       {"next steps", "next step", "next actions", "next session", "notes for next session", "next session recommendations", "recommendations for next session", "open items", "handoff", "handoff notes", "follow-up", "follow-ups", "follow-up items", "action items", "to do", "todo", "nächste schritte", "prochaines étapes", "próximos pasos"},
		classCommits:    {"commit", "commits", "commits this session", "commits made"},
		classGatesStart: {"protocol compliance", "session start", "session start checklist", "session protocol compliance"},
		classGatesEnd:   {"session end", "session end checklist", "session end protocol", "session closing", "end checklist", "session end requirements"},
		classMachine:    {"lint output", "final git status", "git status", "git state", "validation output", "test output", "command output"},
	}
}

// qualifiers are words before a title that change nothing.
func qualifiers() []string {
	return []string{"key", "main", "major", "final", "technical", "design", "architecture", "architectural", "important", "critical", "the"}
}

// classOf returns the class of a title.
func classOf(title string) class {
	t := normal(title)
	if _, is := decisionTitle(title); is {
		return classDecision
	}
	if _, is := optionTitle(title); is {
		return classOption
	}
	for {
		for c, titles := range classes() {
			if slices.Contains(titles, t) {
				return c
			}
		}
		first, rest, more := strings.Cut(t, " ")
		if !more || !slices.Contains(qualifiers(), first) {
			return classOther
		}
		t = rest
	}
}

// normal returns a title in lower case without number, marks and what is in brackets at its end.
func normal(title string) string {
	t := strings.ToLower(title)
	if i := strings.IndexAny(t, "(["); i > 0 {
		t = t[:i]
	}
	t = strings.TrimLeftFunc(t, func(r rune) bool { return !unicode.IsLetter(r) })
	t = strings.TrimRightFunc(t, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return strings.Join(strings.Fields(t), " ")
}

// decisionTitle returns the choice in a title like "Decision 2: Wait".
func decisionTitle(title string) (choice string, is bool) {
	return numbered(title, "decision")
}

// optionTitle returns the option in a title or a label like "Option B: Wait".
func optionTitle(title string) (option string, is bool) {
	for _, word := range []string{"option", "alternative"} {
		if option, is := numbered(title, word); is {
			return option, true
		}
	}
	return "", false
}

// numbered returns what follows a word, a number or a letter, and a colon, dot or dash.
func numbered(title, word string) (rest string, is bool) {
	t := strings.TrimLeftFunc(title, func(r rune) bool { return !unicode.IsLetter(r) })
	if len(t) <= len(word) || !strings.EqualFold(t[:len(word)], word) {
		return "", false
	}
	before, after, found := strings.Cut(t[len(word):], ":")
	if !found {
		before, after, found = strings.Cut(t[len(word):], " - ")
	}
	before = strings.Trim(before, " #-")
	if !found || len(before) > 3 || strings.ContainsFunc(before, unicode.IsSpace) || strings.TrimSpace(after) == "" {
		return "", false
	}
	return strings.TrimSpace(after), true
}

// isDecisionLabel reports whether a label is of a choice.
func isDecisionLabel(label string) bool {
	return slices.Contains([]string{"decision", "decision made", "decided", "final decision", "chosen", "chosen option", "chosen approach", "choice", "selected", "selected option", "selected approach", "resolution", "entscheidung", "décision", "decisión"}, normal(label))
}

// isAnswer reports whether a label is of what was chosen, in a section whose title says that it is about a decision.
func isAnswer(label, title string) bool {
	return normal(label) == "answer" && slices.Contains(strings.Fields(normal(title)), "decision")
}

// isPlainLabel reports whether a word before a colon is a label without being bold.
func isPlainLabel(label string) bool {
	return slices.Contains([]string{"decision", "decision made", "decided", "final decision"}, normal(label))
}

// isDecisionsLabel reports whether a label is of a list of choices.
func isDecisionsLabel(label string) bool {
	return slices.Contains([]string{"decisions", "decisions made", "key decisions", "design decisions", "technical decisions", "decision", "decision made"}, normal(label))
}

func isQuestion(label string) bool {
	return slices.Contains([]string{"question", "context", "issue", "problem", "topic", "background", "trigger"}, normal(label))
}

func isReason(label string) bool {
	return slices.Contains([]string{"rationale", "reason", "reasons", "reasoning", "why", "justification", "because", "begründung", "grund", "raison", "razón", "motivo"}, normal(label))
}

func isOptions(label string) bool {
	return slices.Contains([]string{"options", "options considered", "alternatives", "alternatives considered", "alternatives rejected", "alternative", "rejected", "rejected alternatives", "rejected options"}, normal(label))
}

// isPlaceholder reports whether a text stands for something that is not there yet, or says that there is
// nothing.
func isPlaceholder(s string) bool {
	t := strings.ToLower(strings.Trim(s, " \t([*_`)].!"))
	if !strings.ContainsFunc(t, unicode.IsLetter) {
		return t == "" || strings.Trim(t, "-–— ") == ""
	}
	for _, word := range []string{"tbd", "to be ", "todo", "awaiting ", "not yet"} {
		if strings.HasPrefix(t, word) {
			return true
		}
	}
	for _, word := range []string{"none", "n/a", "pending", "unknown", "undecided", "nothing"} {
		rest, found := strings.CutPrefix(t, word)
		rest = strings.TrimLeft(rest, " ")
		if found && (rest == "" || strings.ContainsRune("-–—(.,;:", []rune(rest)[0])) {
			return true
		}
	}
	return false
}
