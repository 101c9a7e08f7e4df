package public

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// locomo is a sample of LoCoMo (Maharana et al. 2024).
type locomo struct {
	ID string `json:"sample_id"`
	// Conversation has session_1, session_2, …, each with its _date_time, beside the names of the speakers.
	Conversation map[string]json.RawMessage `json:"conversation"`
	Questions    []struct {
		Text     string   `json:"question"`
		Evidence []string `json:"evidence"`
		Category int      `json:"category"`
	} `json:"qa"`
}

// kindOf names a category of LoCoMo, from 1.
func kindOf(category int) string {
	kinds := []string{"multi-hop", "temporal", "open-domain", "single-hop", "adversarial"}
	if category < 1 || category > len(kinds) {
		return fmt.Sprint("category ", category)
	}
	return kinds[category-1]
}

// turnIDs are the ids in one piece of evidence; some pieces name several, and some write D:1:2.
func turnIDs(evidence string) []string {
	var out []string
	for _, m := range regexp.MustCompile(`D:?(\d+):0*(\d+)`).FindAllStringSubmatch(evidence, -1) {
		out = append(out, "D"+m[1]+":"+m[2])
	}
	if len(out) == 0 {
		return []string{evidence}
	}
	return out
}

func readLoCoMo(files fs.FS, name string) ([]Corpus, error) {
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return nil, err
	}
	var samples []locomo
	if err := json.Unmarshal(text, &samples); err != nil {
		return nil, fmt.Errorf("no samples of LoCoMo: %w", err)
	}
	out := make([]Corpus, len(samples))
	for i, s := range samples {
		c := Corpus{Format: "LoCoMo", Name: named("locomo", s.ID)}
		if err := s.read(&c); err != nil {
			return nil, fmt.Errorf("sample %d: %w", i+1, err)
		}
		known := c.keys()
		for _, q := range s.Questions {
			var ids []string
			for _, evidence := range q.Evidence {
				ids = append(ids, turnIDs(evidence)...)
			}
			c.ask(known, kindOf(q.Category), q.Text, ids)
		}
		out[i] = c
	}
	return out, nil
}

// read adds the sessions of a sample.
func (s locomo) read(c *Corpus) error {
	for n := 1; ; n++ {
		name := fmt.Sprintf("session_%d", n)
		text, there := s.Conversation[name]
		if !there {
			if _, begins := s.Conversation[name+"_date_time"]; begins {
				continue // a day on which nothing was said
			}
			return nil
		}
		var turns []struct {
			Speaker string `json:"speaker"`
			ID      string `json:"dia_id"`
			Text    string `json:"text"`
			// Picture says what the picture shows that was sent.
			Picture string `json:"blip_caption"`
		}
		if err := json.Unmarshal(text, &turns); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		var session Session
		var at string
		if err := json.Unmarshal(s.Conversation[name+"_date_time"], &at); err == nil {
			session.At = timeOf(at, "3:04 pm on 2 January, 2006")
		}
		for _, t := range turns {
			said := t.Text
			if t.Picture != "" {
				said = strings.TrimSpace(said + " (shows: " + t.Picture + ")")
			}
			session.Turns = append(session.Turns, Turn{ID: t.ID, Speaker: t.Speaker, Text: said})
		}
		c.Sessions = append(c.Sessions, session)
	}
}

// timeOf is a time as a set writes it; unknown if it is written otherwise.
func timeOf(text, layout string) episodic.Timestamp {
	at, err := time.Parse(layout, strings.TrimSpace(text))
	if err != nil {
		return episodic.Timestamp{}
	}
	return episodic.At(at)
}
