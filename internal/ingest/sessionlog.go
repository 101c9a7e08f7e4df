package ingest

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"github.com/causeway-memory/causeway/episodic"
)

// sessionLogPrefix keeps the ids of session logs apart from those of episode files. Both come
// from the same sessions: with one id, the log and the episode extracted from it would revise
// each other at every import. The Session field connects the two.
const sessionLogPrefix = "session-log-"

// readSessionLog reads a session log. Of prose it takes only the causes that sentences state in so many words;
// prose is what the log says beside its fields, nil if that is what has no place in the episode.
func readSessionLog(r *reading, n *node, name string, prose []passage) (episodic.Episode, error) {
	if err := looksLikeSessionLog(n); err != nil {
		return episodic.Episode{}, err
	}
	o := newObject(r, "", n)
	session := sessionOf(o)
	key := sessionName(session, name)
	if key == "" {
		return episodic.Episode{}, errors.New("the log has no name: neither its file nor session.id nor session.date and session.number gives one")
	}
	l := &log{o: o, session: session, ids: map[string]bool{}, inner: map[string]*object{}}
	l.episode = episodic.Episode{
		ID: sessionLogPrefix + key, Session: key,
		Task: session.text(session.first("objective", "task")),
	}
	l.episode.StartedAt = l.startedAt()
	l.outcome()
	l.head()
	l.decisions()
	l.work()
	l.commits()
	l.lessons()
	l.gates()
	l.rest()
	l.episode.Extra = r.extra
	if prose == nil {
		prose = l.unplaced()
	}
	l.causes(prose)
	fitWords(r, &l.episode)
	observeLog(r, l.episode)
	return l.episode, nil
}

// rest adds an entry for everything that was not read.
func (l *log) rest() {
	l.session.rest()
	if l.session != l.o {
		l.o.rest()
	}
	for _, path := range []string{"outcome", "outcomes", "outcomes.episode", "work", "workCompleted", "retrospective"} {
		if o := l.inner[path]; o != nil {
			o.rest()
		}
	}
}

// log is a session log being read.
type log struct {
	o *object
	// session is the object that describes the session: a member of the log, or in an early form
	// the log itself.
	session *object
	episode episodic.Episode
	ids     map[string]bool
	// inner are the nested objects that were read, by their paths.
	inner map[string]*object
}

func looksLikeSessionLog(n *node) error {
	if n.kind != kindObject {
		return fmt.Errorf("a session log is a JSON object, not a %s", n.kind)
	}
	for _, key := range []string{"session", "workLog", "protocolCompliance", "protocol_compliance", "session_number"} {
		if m := n.members[key]; m != nil && (key != "session" || m.kind == kindObject) {
			return nil
		}
	}
	if n.members["events"] != nil || strings.HasPrefix(n.member("id"), "episode-") {
		return errors.New("this is an episode; read it with the format episode")
	}
	return errors.New("this is not a session log: it has no session and no work log")
}

// member returns the text of a member, or "".
func (n *node) member(key string) string {
	if m := n.members[key]; m != nil {
		return m.text
	}
	return ""
}

func sessionOf(o *object) *object {
	if n := o.n.members["session"]; n != nil && n.kind == kindObject {
		o.get("session")
		return newObject(o.r, "session", n)
	}
	return o
}

// sessionName names a session by its file, its id, or its date and number.
func sessionName(session *object, name string) string {
	number := session.first("number", "session_number")
	for _, candidate := range []string{
		baseName(name), session.n.member("id"), strings.Trim(session.n.member("date")+"-session-"+session.n.member(number), "-"),
	} {
		id := idOf(candidate)
		if strings.ContainsFunc(id, unicode.IsDigit) {
			return id
		}
	}
	return ""
}

// idOf turns a text into a valid part of an id.
func idOf(s string) string {
	id := strings.Map(func(c rune) rune {
		if c == '/' || unicode.IsSpace(c) || !unicode.IsGraphic(c) {
			return '-'
		}
		return c
	}, s)
	const most = episodic.MaxEpisodeID - len(sessionLogPrefix)
	if runes := []rune(id); len(runes) > most {
		id = string(runes[:most])
	}
	return id
}

func (l *log) startedAt() episodic.Timestamp {
	day := l.session.time("date")
	if key := l.session.first("start_time", "startTime", "startedAt"); key != "" {
		if t := l.session.time(key); !t.IsZero() {
			if !day.IsZero() && t.Time.Format(time.DateOnly) != day.Time.Format(time.DateOnly) {
				l.episode.Notes = append(l.episode.Notes, "date: "+day.String())
			}
			return t
		}
	}
	return day
}

// outcome reads the first structured outcome. The gates at the end of a session say that its
// protocol was followed, not that the work succeeded, so they become notes.
func (l *log) outcome() {
	candidates := []*object{l.o, l.under("outcome"), l.session, l.under("outcomes", "episode"), l.o}
	taken := false
	for i, key := range []string{"outcome", "status", "outcome", "outcome", "status"} {
		from := candidates[i]
		if from == nil || from.n.members[key] == nil || from.n.members[key].kind != kindText || from.used[key] {
			continue
		}
		if taken {
			l.differs(from, key)
			continue
		}
		l.episode.Outcome, l.episode.ReportedOutcome = from.outcome(key)
		taken = l.episode.Outcome != ""
	}
}

// differs keeps another outcome as a note.
func (l *log) differs(from *object, key string) {
	s := strings.TrimSpace(from.text(key))
	if strings.EqualFold(s, string(l.episode.Outcome)) || s == l.episode.ReportedOutcome {
		return
	}
	l.o.r.say(RuleOutcomeDiffers, from.at(key), "%q became a note", shorten(s))
	l.episode.Notes = append(l.episode.Notes, from.at(key)+": "+s)
}

// under returns the object at a path, or nil.
func (l *log) under(keys ...string) *object {
	o := l.o
	for i, key := range keys {
		n := o.n.members[key]
		if n == nil || n.kind != kindObject {
			return nil
		}
		path := strings.Join(keys[:i+1], ".")
		if l.inner[path] == nil {
			l.inner[path] = newObject(o.r, path, n)
		}
		o.get(key)
		o = l.inner[path]
	}
	return o
}

// unlessNamed turns fields into notes unless the name of the session already contains them.
func (l *log) unlessNamed(keys ...string) {
	for _, key := range keys {
		if s := l.session.n.member(key); s != "" && (strings.Contains(l.episode.Session, s) || idOf(s) == l.episode.Session) {
			l.session.get(key)
		} else {
			l.session.notes(&l.episode, key)
		}
	}
}

// head turns what describes the session and has no field of its own into notes.
func (l *log) head() {
	l.session.notes(&l.episode, "branch", "startingCommit", "agent", "pr", "relatedIssues", "relatedPRs", "end_time", "context")
	l.unlessNamed("id", l.session.first("number", "session_number"))
	if l.session.used["objective"] {
		l.session.notes(&l.episode, "task")
	}
	l.o.notes(&l.episode, "nextSteps", "notes", "summary")
	for _, key := range []string{"outcome", "outcomes"} {
		if o := l.under(key); o != nil {
			o.notes(&l.episode, "summary")
		}
	}
}

// observeLog adds notes for the reader of the report.
func observeLog(r *reading, e episodic.Episode) {
	switch {
	case strings.TrimSpace(e.Task) == "":
		r.say(RuleEmptyTask, "session.objective", "the log says no task")
	case strings.HasPrefix(e.Task, "["):
		r.say(RulePlaceholderTask, "session.objective", "%q", shorten(e.Task))
	}
	if day := dayPattern().FindString(e.ID); day != "" && !e.StartedAt.IsZero() && e.StartedAt.Time.UTC().Format(time.DateOnly) != day {
		r.say(RuleDateDiffers, "session.date", "the name says %s, the date %s", day, e.StartedAt)
	}
}
