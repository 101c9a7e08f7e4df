package public

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
)

// line is a line of any set: a document or a turn (id, text, and if known speaker, session, time), or a question (question,
// evidence, kind).
type line struct {
	ID      string             `json:"id"`
	Text    string             `json:"text"`
	Speaker string             `json:"speaker"`
	Session string             `json:"session"`
	Time    episodic.Timestamp `json:"time"`

	Question string   `json:"question"`
	Evidence []string `json:"evidence"`
	Kind     string   `json:"kind"`
}

// longest is the longest line that is read, in bytes.
const longest = 16 << 20

// readLines reads JSON Lines. Documents of one session are its turns in their order; a document without one is its own. A question
// may stand before its evidence.
func readLines(files fs.FS, name string) ([]Corpus, error) {
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	c := Corpus{Format: "lines", Name: named(strings.TrimSuffix(path.Base(name), ".jsonl"))}
	var asked []line
	at := map[string]int{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, longest)
	for n := 1; lines.Scan(); n++ {
		if len(strings.TrimSpace(lines.Text())) == 0 {
			continue
		}
		var l line
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		switch {
		case l.Question != "":
			asked = append(asked, l)
		case l.Text == "" || l.ID == "":
			return nil, fmt.Errorf("line %d: want a question with its evidence, or a text with its id", n)
		default:
			c.add(l, at)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	known := c.keys()
	for _, q := range asked {
		c.ask(known, q.Kind, q.Question, q.Evidence)
	}
	return []Corpus{c}, nil
}

// add adds a document to its session, whose place at knows.
func (c *Corpus) add(l line, at map[string]int) {
	place, known := at[l.Session]
	if !known || l.Session == "" {
		place = len(c.Sessions)
		c.Sessions = append(c.Sessions, Session{At: l.Time})
		at[l.Session] = place
	}
	c.Sessions[place].Turns = append(c.Sessions[place].Turns, Turn{ID: l.ID, Speaker: l.Speaker, Text: l.Text})
}
