package workflow

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/lexis"
)

// maxOutputWords is how much of an output is searched, in characters.
const maxOutputWords = 500

// words returns the text by which an event is found: its tool, what was decided and why, and how the
// output begins.
func words(d data) string {
	var lines []string
	if p := d.Prediction; p != nil {
		lines = append(lines, p.ToolID, p.Reasoning)
	}
	if c := d.Decision; c != nil {
		lines = append(lines, c.Action, c.Reasoning)
	}
	if r := d.Result; r != nil {
		lines = append(lines, outputText(r.Output, maxOutputWords))
	}
	return strings.Join(slices.DeleteFunc(lines, func(line string) bool { return strings.TrimSpace(line) == "" }), "\n")
}

// outputText returns the beginning of an output as text.
func outputText(output any, most int) string {
	text, is := output.(string)
	if !is && output != nil {
		written, err := json.Marshal(output)
		if err != nil {
			return ""
		}
		text = string(written)
	}
	if utf8.RuneCountInString(text) > most {
		text = string([]rune(text)[:most])
	}
	return text
}

// contextWords returns the text of a question about a context: its values, by name.
func contextWords(context map[string]any) string {
	var values []string
	for _, name := range slices.Sorted(maps.Keys(context)) {
		if text := execution.Fold(context[name]); text != "" {
			values = append(values, text)
		}
	}
	return strings.Join(values, "\n")
}

// embedText returns a text as models read it.
func embedText(text string) episodic.EmbedText {
	return episodic.EmbedText{Plain: text, Terms: lexis.Analyze(text)}
}
