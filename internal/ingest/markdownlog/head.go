package markdownlog

import (
	"strings"
	"unicode"
)

// headKeys are the names that the JSON form has for labels of the head.
func headKeys() map[string]string {
	return map[string]string{
		"date": "date", "branch": "branch", "starting commit": "startingCommit", "objective": "objective", "goal": "objective", "task": "objective", "focus": "objective", "scope": "objective", "mission": "objective",
		"agent": "agent", "pr": "pr", "pull request": "pr", "issue": "relatedIssues", "issues": "relatedIssues", "related issue": "relatedIssues",
		"related issues": "relatedIssues", "related prs": "relatedPRs", "session number": "number", "session": "number", "session id": "number",
		"start time": "start_time", "started": "start_time", "end time": "end_time", "ended": "end_time", "context": "context",
	}
}

// head reads the labels before the first section of the second level, and those of a section like
// "Session Info".
func (r *reader) head() {
	for _, s := range r.all {
		if s.level <= 1 || s.class == classHead {
			for _, i := range s.items {
				r.headLine(i)
			}
		}
	}
	if _, told := r.session["objective"]; told {
		return
	}
	for _, s := range r.all {
		if s.level == 1 {
			if title := sessionTitle(s.title); title != "" {
				r.session["objective"] = title
			}
			return
		}
	}
}

func (r *reader) headLine(i *item) {
	if i.fate != fateOpen || i.label == "" || i.text == "" || isDecisionLabel(i.label) || isDecisionsLabel(i.label) {
		return
	}
	name := normal(i.label)
	if rank, is := statusRank(name); is {
		r.outcomes[rank] = append(r.outcomes[rank], i.text)
		i.fate = fateRead
		return
	}
	key, known := headKeys()[name]
	value := strings.Trim(i.text, "`")
	if key == "number" {
		if value = strings.TrimLeft(strings.TrimPrefix(strings.ToLower(value), "session"), " #-"); strings.ContainsFunc(value, func(c rune) bool { return !unicode.IsDigit(c) }) {
			key = "id"
		}
	}
	if _, twice := r.session[key]; known && !twice {
		r.session[key] = value
		i.fate = fateRead
		return
	}
	r.log.add("notes", i.whole())
	i.fate = fateRead
}

// sessionTitle returns what a title says beside that it is of a session and of which.
func sessionTitle(title string) string {
	t := strings.TrimSpace(title)
	for _, word := range []string{"session log", "session"} {
		if len(t) >= len(word) && strings.EqualFold(t[:len(word)], word) {
			t = strings.TrimLeft(t[len(word):], " #0123456789:-–—")
		}
	}
	if !strings.ContainsFunc(t, unicode.IsLetter) {
		return ""
	}
	return t
}

// statusRank returns how sure a status line says how a session ended: Outcome, Result, Status.
func statusRank(name string) (rank int, is bool) {
	name = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(name, "session "), "final "), "overall ")
	for rank, word := range []string{"outcome", "result", "status"} {
		if name == word {
			return rank, true
		}
	}
	return 0, false
}

// objective reads the section of the objective.
func (r *reader) objective(s *section) {
	_, told := r.session["objective"].(string)
	var lines []string
	for _, i := range s.items {
		if i.fate == fateOpen && i.form != formOther {
			lines = append(lines, strings.TrimSpace(r.prose(i)))
			i.fate = fateRead
		}
	}
	text := strings.Join(lines, "\n")
	switch {
	case text == "":
	case told && sessionTitleOf(r.all) != r.session["objective"]:
		r.session["task"] = text
	default:
		r.session["objective"] = text
	}
}

// sessionTitleOf returns what the title of the document says of the session.
func sessionTitleOf(all []*section) string {
	for _, s := range all {
		if s.level == 1 {
			return sessionTitle(s.title)
		}
	}
	return ""
}

// ending reads how the session ended: from status lines of the head, of a section like Outcome, and after
// the last rule of the document. A status line anywhere else is of a part of the work.
func (r *reader) ending() {
	for _, s := range r.all {
		if s.class == classOutcome && s.level <= 2 {
			r.outcomeSection(s)
		}
	}
	r.lastLines(r.all[len(r.all)-1])
	var all []string
	for _, list := range r.outcomes {
		all = append(all, list...)
	}
	for k, text := range all {
		r.status(k == 0, text)
	}
}

// lastLines reads the status lines after the last rule of the document, which are in its last section.
func (r *reader) lastLines(last *section) {
	after := false
	for _, i := range last.items {
		rank, is := statusRank(normal(i.label))
		if after && is && i.fate == fateOpen && i.text != "" {
			r.outcomes[rank] = append(r.outcomes[rank], i.text)
			i.fate = fateRead
		}
		after = after || i.form == formRule
	}
}

// status takes a status line; the surest is the first.
func (r *reader) status(surest bool, text string) {
	word := outcomeWord(text)
	switch {
	case surest && word == "":
		r.log["status"] = plainStatus(text)
	case word != "" && r.log["outcome"] == nil:
		r.log["outcome"] = word
	}
	if plainStatus(text) != r.log["status"] && !strings.EqualFold(text, word) {
		r.log.add("notes", "status: "+text)
	}
}

// outcomeSection reads the first line of a section about the outcome, if it is a status.
func (r *reader) outcomeSection(s *section) {
	rank, _ := statusRank(strings.TrimSuffix(normal(s.title), "s"))
	for _, i := range s.items {
		if i.fate == fateMark || i.form == formOther {
			continue
		}
		text := i.whole()
		if _, is := statusRank(normal(i.label)); is {
			text = i.text
		} else if i.form != formText || i.label != "" || len(text) > 200 {
			return
		}
		if text != "" && !isPlaceholder(text) {
			r.outcomes[rank] = append(r.outcomes[rank], text)
			i.fate = fateRead
		}
		return
	}
}

// plainStatus is a status without the marks around it.
func plainStatus(s string) string {
	return strings.TrimFunc(strings.NewReplacer("[", "", "]", "").Replace(s), func(c rune) bool {
		return !unicode.IsLetter(c) && !unicode.IsDigit(c) && c != ')'
	})
}

// outcomeWord returns the outcome that a status begins with, if that is its whole word: "complete" says that
// work ended, not that it worked.
func outcomeWord(s string) string {
	t := strings.ToLower(strings.TrimLeftFunc(s, func(c rune) bool { return !unicode.IsLetter(c) }))
	for _, w := range [][2]string{
		{"successful", "success"}, {"succeeded", "success"}, {"success", "success"}, {"failure", "failure"}, {"failed", "failure"}, {"partial success", "partial"}, {"partially successful", "partial"}, {"partial", "partial"},
	} {
		rest, found := strings.CutPrefix(t, w[0])
		if !found {
			continue
		}
		bracketed := strings.HasPrefix(rest, "]")
		rest = strings.TrimLeft(rest, "*_`)]")
		next := strings.TrimLeft(rest, " ")
		if bracketed || next == "" || strings.IndexByte(".,:;!", next[0]) >= 0 || rest != next && strings.ContainsRune("-–—(|", []rune(next)[0]) {
			return w[1]
		}
	}
	return ""
}
