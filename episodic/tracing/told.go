package tracing

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/text"
)

// subject names what a span is about, in the same words wherever it occurs.
func (s *step) subject() string {
	switch {
	case s.Kind == KindTool && s.Tool != "":
		return "tool " + s.Tool
	case s.Kind == KindAgent && s.Agent != "":
		return "agent " + s.Agent
	case s.Kind == KindInference && s.Model != "":
		return "inference by " + s.Model
	}
	return s.Name
}

// tell says what happened in at most that many characters.
func (s *step) tell(most int) string {
	out := line(s.subject(), maxWord)
	in, result, left := block(s.Input, most/2), block(s.output, most/2), ""
	if in != "" {
		out += ": " + in
	}
	switch {
	case s.Failed():
		out, left = out+" failed", s.reason()
		if result != "" && left == "" {
			left = result
		}
	case result != "":
		left = result
	}
	if left != "" {
		out += " → " + block(left, most/2)
	}
	return episodic.Shorten(out, most)
}

// reason says why a span failed.
func (s *step) reason() string {
	if x := s.Exception; x != nil {
		return strings.TrimSuffix(strings.TrimPrefix(x.Type+": "+x.Message, ": "), ": ")
	}
	return s.Message
}

// factor names what the event shares with those of other traces: the tool and its kind of error, not its
// arguments. Empty leaves that to the words of the event.
func (s *step) factor() string {
	if s.Kind != KindTool || s.Tool == "" {
		return ""
	}
	name := "tool " + strings.ReplaceAll(line(s.Tool, maxWord/2), "=", "-")
	switch {
	case s.Failed() && s.Exception != nil && s.Exception.Type != "":
		return name + " failed with " + strings.ReplaceAll(line(s.Exception.Type, maxWord/3), "=", "-")
	case s.Failed():
		return name + " failed"
	}
	return name + " called"
}

// line returns a text in one line of at most that many characters.
func line(s string, most int) string {
	return text.Shorten(text.OneLine(strings.ToValidUTF8(s, "�")), most)
}

// block returns a text of at most that many characters, without control characters.
func block(s string, most int) string {
	if len(s) > 8*most {
		s = s[:8*most]
	}
	s = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || r >= ' ' && r != 0x7f && (r < 0x80 || r > 0x9f) {
			return r
		}
		return ' '
	}, strings.ToValidUTF8(s, "�"))
	return episodic.Shorten(strings.TrimSpace(s), most)
}
