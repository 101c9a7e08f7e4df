package agentrun

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/causeway-memory/causeway/internal/text"
)

// arguments are those of a call: by name, or one text.
type arguments struct {
	named map[string]any
	text  string
}

// parseArguments reads the arguments of a call. What is no JSON object is one text.
func parseArguments(raw string) arguments {
	var named map[string]any
	if json.Unmarshal([]byte(raw), &named) == nil && named != nil {
		return arguments{named: named}
	}
	var one string
	if json.Unmarshal([]byte(raw), &one) == nil {
		return arguments{text: one}
	}
	return arguments{text: raw}
}

// first returns the first argument with one of the names that is a text; a list of words is joined.
func (a arguments) first(names ...string) string {
	for _, name := range names {
		switch v := a.named[name].(type) {
		case string:
			if v != "" {
				return v
			}
		case []any:
			if words := wordsOf(v); len(words) > 0 {
				return strings.Join(words, " ")
			}
		}
	}
	return ""
}

func wordsOf(list []any) []string {
	var out []string
	for _, v := range list {
		if s, is := v.(string); is {
			out = append(out, s)
		}
	}
	return out
}

// command returns the line for a shell; a list that begins a shell is its last word.
func (a arguments) command() string {
	for _, name := range []string{"command", "cmd", "script"} {
		if list, is := a.named[name].([]any); is {
			words := wordsOf(list)
			if len(words) == 3 && strings.HasPrefix(words[1], "-") && strings.HasSuffix(words[0], "sh") {
				return words[2]
			}
			return strings.Join(words, " ")
		}
	}
	if line := a.first("command", "cmd", "script", "input"); line != "" {
		return line
	}
	return a.text
}

// file returns the file that a call is about; empty if it names none.
func (a arguments) file() string {
	if f := a.first("file_path", "filePath", "path", "filename", "file", "notebook_path", "target_file"); f != "" {
		return f
	}
	if files := patched(cmp.Or(a.first("patch", "input", "patchText", "diff"), a.text)); len(files) > 0 {
		return files[0]
	}
	return ""
}

// patched returns the files that a patch changes.
func patched(patch string) []string {
	var out []string
	for line := range strings.Lines(patch) {
		for _, head := range []string{"*** Update File: ", "*** Add File: ", "*** Delete File: ", "+++ b/"} {
			if file, is := strings.CutPrefix(strings.TrimSpace(line), head); is {
				out = append(out, file)
			}
		}
	}
	return out
}

// fileKind returns what files have in common: the extension, or the name of one without.
func fileKind(file string) string {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	if ext := path.Ext(base); ext != "" && ext != base && len(ext) <= 12 && !strings.ContainsFunc(ext, unicode.IsSpace) {
		return strings.ToLower(ext)
	}
	return text.Shorten(text.OneLine(base), 40)
}

// shape returns the arguments whose values come from few words, like "cabin:business", in the order
// of their names: what calls of different runs can have in common.
func (a arguments) shape() string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(a.named)) {
		switch v := a.named[name].(type) {
		case bool:
			out = append(out, fmt.Sprintf("%s:%t", name, v))
		case string:
			if isChoice(v) {
				out = append(out, name+":"+v)
			}
		}
	}
	return text.Shorten(strings.Join(out, " "), 80)
}

// isChoice reports whether a text looks like one of few words: lower case, short, without digits.
func isChoice(s string) bool {
	return s != "" && len(s) <= 24 && strings.Count(s, " ") <= 2 && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLower(r) && r != '_' && r != '-' && r != ' '
	})
}

// inWords returns the arguments in one line of at most n characters.
func (a arguments) inWords(n int) string {
	if a.named == nil {
		return text.Shorten(text.OneLine(a.text), n)
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(a.named)) {
		value, is := a.named[name].(string)
		if !is {
			raw, _ := json.Marshal(a.named[name]) // it was JSON before
			value = string(raw)
		}
		out = append(out, name+": "+text.Shorten(text.OneLine(value), max(40, n/2)))
	}
	return text.Shorten(strings.Join(out, ", "), n)
}
