package transcript

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/causeway-memory/causeway/internal/lazy"
)

// block is a part of the content of a message, in any of the formats.
type block struct {
	Type      string          `json:"type"`
	Text      string          `json:"text"`
	Thinking  string          `json:"thinking"`
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Input     json.RawMessage `json:"input"`
	ToolUseID string          `json:"tool_use_id"`
	Content   json.RawMessage `json:"content"`
	IsError   *bool           `json:"is_error"`
}

// blocks reads the content of a message: a text is one block. What is neither gives none.
func blocks(raw json.RawMessage) ([]block, bool) {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return []block{{Type: "text", Text: s}}, true
	}
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil {
		return nil, false
	}
	out := make([]block, len(list))
	for i, one := range list {
		if json.Unmarshal(one, &out[i]) != nil {
			out[i] = block{Type: "unreadable", Text: string(one)}
			if json.Unmarshal(one, &out[i].Text) == nil {
				out[i].Type = "text"
			}
		}
	}
	return out, true
}

// plain returns the text of a content; parts that are none are named.
func plain(raw json.RawMessage) string {
	if len(raw) == 0 || string(raw) == "null" {
		return ""
	}
	list, is := blocks(raw)
	if !is {
		return string(raw)
	}
	var out []string
	for _, b := range list {
		switch {
		case b.Text != "":
			out = append(out, b.Text)
		case b.Type != "text" && b.Type != "":
			out = append(out, "["+b.Type+"]")
		}
	}
	return strings.Join(out, "\n")
}

// word returns a value that is a text or a number as text.
func word(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var n json.Number
	if json.Unmarshal(raw, &n) == nil {
		return n.String()
	}
	return ""
}

// truth returns a value that is a boolean, or a text or a number that stands for one.
func truth(raw json.RawMessage) (value, known bool) {
	if json.Unmarshal(raw, &value) == nil && string(raw) != "null" {
		return value, true
	}
	switch strings.ToLower(word(raw)) {
	case "true", "1", "1.0":
		return true, true
	case "false", "0", "0.0":
		return false, true
	}
	return false, false
}

var exitPattern = lazy.Pattern(`(?i)(?:\bexit code:?|\bexited with code|\bexit status:?|<returncode>)\s*(-?\d{1,5})\b`)

// exitCode finds the exit code in the first lines of what a program reports; nil if it says none.
func exitCode(report string) *int {
	m := exitPattern().FindStringSubmatch(clipText(report, 400))
	if m == nil {
		return nil
	}
	n, err := strconv.Atoi(m[1])
	if err != nil {
		return nil
	}
	return &n
}
