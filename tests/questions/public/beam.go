package public

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// readBEAM reads a conversation of BEAM (Tavakoli et al. 2025): chat.json, and probing_questions/probing_questions.json beside it.
func readBEAM(files fs.FS, name string) ([]Corpus, error) {
	folder := path.Dir(name)
	c := Corpus{Format: "BEAM", Name: named("beam", path.Base(path.Dir(folder)), path.Base(folder))}
	var chat any
	if err := readJSON(files, name, &chat); err != nil {
		return nil, err
	}
	c.sessionsIn(chat)
	var asked map[string][]struct {
		Text string `json:"question"`
		// Sources are ids of messages, in lists and objects of any depth.
		Sources any `json:"source_chat_ids"`
	}
	if err := readJSON(files, path.Join(folder, "probing_questions", "probing_questions.json"), &asked); err != nil {
		return nil, err
	}
	known := c.keys()
	for _, kind := range slices.Sorted(maps.Keys(asked)) {
		for _, q := range asked[kind] {
			c.ask(known, kind, q.Text, numbersIn(q.Sources))
		}
	}
	return []Corpus{c}, nil
}

func readJSON(files fs.FS, name string, to any) error {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(text, to); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// sessionsIn adds the sessions of a chat: an object with turns is one.
func (c *Corpus) sessionsIn(chat any) {
	switch v := chat.(type) {
	case []any:
		for _, part := range v {
			c.sessionsIn(part)
		}
	case map[string]any:
		if turns, is := v["turns"]; is {
			var s Session
			s.At = anchor(v)
			s.messagesIn(turns)
			c.Sessions = append(c.Sessions, s)
			return
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			c.sessionsIn(v[key])
		}
	}
}

// messagesIn adds the messages in lists of any depth. The first that tells a time gives the session one.
func (s *Session) messagesIn(turns any) {
	switch v := turns.(type) {
	case []any:
		for _, part := range v {
			s.messagesIn(part)
		}
	case map[string]any:
		role, _ := v["role"].(string)
		content, _ := v["content"].(string)
		if at := anchor(v); s.At.IsZero() {
			s.At = at
		}
		s.Turns = append(s.Turns, Turn{ID: fmt.Sprint(v["id"]), Speaker: role, Text: content})
	}
}

// anchor is the day that an object of a chat tells.
func anchor(v map[string]any) episodic.Timestamp {
	at, _ := v["time_anchor"].(string)
	return timeOf(at, "January-2-2006")
}

// numbersIn are the numbers in lists and objects of any depth.
func numbersIn(v any) (out []string) {
	switch v := v.(type) {
	case float64:
		return []string{fmt.Sprint(v)}
	case []any:
		for _, part := range v {
			out = append(out, numbersIn(part)...)
		}
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(v)) {
			out = append(out, numbersIn(v[key])...)
		}
	}
	return out
}
