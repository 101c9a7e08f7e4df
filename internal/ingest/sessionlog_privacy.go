package ingest

import (
	"bytes"
	"encoding/json"
	"path"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/internal/lazy"
	"github.com/causeway-memory/causeway/internal/privacy"
)

// readRedacted reads a document; a session log after personal data and secrets in it were redacted.
func readRedacted(format Format, d document, with redactor) (episodic.Prepared, []Entry, error) {
	var found []Entry
	if format == FormatSessionLog {
		var err error
		if d.name, d.raw, found, err = readLogDocument(d.name, d.raw, with); err != nil {
			return episodic.Prepared{}, found, err
		}
	}
	p, entries, err := Read(format, d.name, d.raw)
	return p, append(found, entries...), err
}

// readLogDocument reads a session log after personal data and secrets in it, and in its name, were redacted. A line of an export is read as it is.
func readLogDocument(name string, raw []byte, with redactor) (string, []byte, []Entry, error) {
	if with.policy == privacy.PolicyOff || bytes.Contains(raw[:min(len(raw), 64)], []byte(archive.ExportKey)) {
		return name, raw, nil, nil
	}
	r := newReading()
	found := privacy.Counts{}
	text := func(key, s string) string {
		kept, counts := with.value(key, s)
		found.Add(counts)
		return kept
	}
	kept, counts := with.file(name)
	found.Add(counts)
	switch {
	case isMarkdown(name, raw):
		raw = []byte(with.lines(string(raw), found))
	case json.Valid(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))):
		raw = eachText(raw, text)
	}
	err := r.found(with.policy, found, "log")
	return kept, raw, r.entries, err
}

// datedName is how the names of session logs begin, behind which a name may follow.
var datedName = lazy.Pattern(`^\d{4}-\d\d-\d\d(?:-session-\d+)?-?`)

// file applies the policy to the name of a file, without its folder, its date and its extension.
func (r redactor) file(name string) (string, privacy.Counts) {
	folder, base := path.Split(name)
	date := datedName().FindString(base)
	extension := extensionPattern().FindString(base)
	kept, counts := r.name(base[len(date) : len(base)-len(extension)])
	return folder + date + kept + extension, counts
}

// value applies the policy to the value of a name.
func (r redactor) value(name, s string) (string, privacy.Counts) {
	kept, counts := r.rules.RedactNamed(name, s)
	switch {
	case len(counts) == 0, r.policy == privacy.PolicyRefuse:
		return s, counts
	case r.policy == privacy.PolicyDrop:
		return privacy.Dropped, counts
	}
	return kept, counts
}

// lines applies the policy to the lines of a text, each of which is one text; a key may go over several.
func (r redactor) lines(text string, found privacy.Counts) string {
	kept, counts := r.rules.Redact(text)
	found.Add(counts)
	switch {
	case len(counts) == 0, r.policy == privacy.PolicyRefuse:
		return text
	case r.policy != privacy.PolicyDrop:
		return kept
	}
	before := map[string]bool{}
	for line := range strings.Lines(text) {
		before[strings.TrimSuffix(line, "\n")] = true
	}
	lines := strings.Split(kept, "\n")
	for i, line := range lines {
		if !before[line] {
			lines[i] = privacy.Dropped
		}
	}
	return strings.Join(lines, "\n")
}

// eachText replaces the texts in valid JSON, keys included, and leaves everything else as it is written. change gets the key that a text stands
// under, empty for a key itself.
func eachText(raw []byte, change func(key, text string) string) []byte {
	var out bytes.Buffer
	// keys are those of the objects and lists around a place, the innermost last.
	keys := []string{""}
	for at := 0; at < len(raw); {
		switch c := raw[at]; c {
		case '{', '[':
			keys = append(keys, keys[len(keys)-1])
		case '}', ']':
			keys = keys[:max(1, len(keys)-1)]
		case '"':
			end := textEnd(raw, at)
			literal := raw[at:end]
			isKey := bytes.HasPrefix(bytes.TrimLeft(raw[end:], " \t\r\n"), []byte(":"))
			at = end
			var s string
			if json.Unmarshal(literal, &s) != nil {
				out.Write(literal)
				continue
			}
			key := keys[len(keys)-1]
			if isKey {
				keys[len(keys)-1], key = s, ""
			}
			if kept := change(key, s); kept != s {
				literal, _ = json.Marshal(kept) // a text has a JSON form
			}
			out.Write(literal)
			continue
		}
		out.WriteByte(raw[at])
		at++
	}
	return out.Bytes()
}

// textEnd returns the end of the JSON text that begins at a place.
func textEnd(raw []byte, at int) int {
	for at++; at < len(raw) && raw[at] != '"'; at++ {
		if raw[at] == '\\' {
			at++
		}
	}
	return min(at+1, len(raw))
}
