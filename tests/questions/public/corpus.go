package public

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/tests/questions"
)

// Corpus is a conversation, or another collection of texts, with the questions about it.
type Corpus struct {
	// Format is LoCoMo, BEAM or lines.
	Format, Name string
	Sessions     []Session
	// Questions have as Episodes the keys of the turns that answer them.
	Questions []questions.Question
	// Left says which questions were left out, and why.
	Left []string
}

// Session is what was said without a break.
type Session struct {
	// At is when it began; unknown if the set does not tell.
	At    episodic.Timestamp
	Turns []Turn
}

// Turn is what one said at once.
type Turn struct {
	// ID is that of the set; questions name it.
	ID, Speaker, Text string
}

// Read returns what the files of a folder and the folders in it hold, by name. Files of other kinds are passed over. It returns an error
// that names the file if one cannot be read, and if there is no corpus.
func Read(files fs.FS) ([]Corpus, error) {
	var out []Corpus
	err := fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		read := readerOf(name)
		if read == nil {
			return nil
		}
		found, err := read(files, name)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for _, c := range found {
			if len(c.Questions) == 0 {
				return fmt.Errorf("%s: %s has no question that one of its turns answers", name, c.Name)
			}
		}
		out = append(out, found...)
		return nil
	})
	if err == nil && len(out) == 0 {
		err = errors.New("no conversations: want locomo*.json, folders with chat.json and probing_questions, or *.jsonl")
	}
	return out, err
}

// readerOf returns what reads a file; nil for other files.
func readerOf(name string) func(fs.FS, string) ([]Corpus, error) {
	switch base := strings.ToLower(path.Base(name)); {
	case base == "chat.json":
		return readBEAM
	case strings.HasSuffix(base, ".jsonl"):
		return readLines
	case strings.HasPrefix(base, "locomo") && strings.HasSuffix(base, ".json"):
		return readLoCoMo
	}
	return nil
}

// Episodes returns the sessions as episodes; their turns are events in order.
func (c *Corpus) Episodes() []episodic.Episode {
	out := make([]episodic.Episode, len(c.Sessions))
	for i, s := range c.Sessions {
		e := episodic.Episode{ID: sessionID(i), Task: fmt.Sprintf("Conversation %d", i+1), StartedAt: s.At, Outcome: episodic.OutcomeUnknown}
		for j, t := range s.Turns {
			if t.Text == "" {
				continue
			}
			e.Events = append(e.Events, episodic.Event{ID: turnID(j), Actor: t.Speaker, Type: episodic.EventOther, ReportedType: "message", Content: t.Text})
		}
		out[i] = e
	}
	return out
}

func sessionID(i int) string { return fmt.Sprintf("session-%04d", i+1) }

func turnID(j int) string { return fmt.Sprintf("e%04d", j+1) }

// keys are the keys of the turns, by the ids of the set. A turn without words is no event, and of an id that several have none is known.
func (c *Corpus) keys() map[string]string {
	out := map[string]string{}
	for i, s := range c.Sessions {
		for j, t := range s.Turns {
			if _, twice := out[t.ID]; twice {
				out[t.ID] = ""
				continue
			}
			if out[t.ID] = ""; t.Text != "" {
				out[t.ID] = episodic.OccurrenceKey(sessionID(i), turnID(j))
			}
		}
	}
	return out
}

// ask adds a question that turns of these ids answer. One that names a turn which is not there, or is there twice, is left out.
func (c *Corpus) ask(known map[string]string, kind, text string, ids []string) {
	q := questions.Question{ID: fmt.Sprintf("%s/%d", c.Name, len(c.Questions)+len(c.Left)+1), Kind: questions.Kind(kind), Text: strings.TrimSpace(text)}
	seen := map[string]bool{}
	for _, id := range ids {
		key := known[id]
		if key == "" {
			c.Left = append(c.Left, fmt.Sprintf("%s: no turn, or several, has the id %q", q.ID, id))
			return
		}
		if !seen[key] {
			seen[key] = true
			q.Episodes = append(q.Episodes, key)
		}
	}
	if q.Text == "" || len(q.Episodes) == 0 {
		c.Left = append(c.Left, q.ID+": no text, or no turn that answers it")
		return
	}
	c.Questions = append(c.Questions, q)
}

var notInNames = regexp.MustCompile(`[^A-Za-z0-9._-]+`)

// named is a name without what names of projects may not have.
func named(parts ...string) string {
	return strings.Trim(notInNames.ReplaceAllString(strings.Join(parts, "-"), "-"), "-.")
}
