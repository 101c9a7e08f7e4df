package ingest

import (
	"bytes"
	"fmt"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest/markdownlog"
)

// isMarkdown reports whether a session log is markdown: by its name, or because it does not begin as JSON.
func isMarkdown(name string, raw []byte) bool {
	if hasMarkdownName(name) {
		return true
	}
	text := trimmed(raw)
	return len(text) > 0 && text[0] == '#' || bytes.HasPrefix(text, []byte("---\n"))
}

// readMarkdownLog reads a session log that was written as markdown.
func readMarkdownLog(r *reading, name string, raw []byte) (episodic.Prepared, []Entry, error) {
	if bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")) {
		r.say(RuleBOM, "", "a byte order mark was passed over")
	}
	if bytes.IndexByte(raw, '\r') >= 0 {
		r.say(RuleLineEnds, "", "line ends were written as line feeds")
	}
	told, err := markdownlog.Read(raw)
	if err != nil {
		return episodic.Prepared{}, r.entries, fmt.Errorf("read the markdown: %w", err)
	}
	a := told.Account
	r.say(RuleLines, "", "%d lines: %d in fields, %d kept as written, %d headings and rules", a.Read+a.Kept+a.Marks, a.Read, a.Kept, a.Marks)
	for _, open := range told.Open {
		r.say(RuleOpenDecision, open.Section, "%q stands where the choice should be", shorten(open.Text))
	}
	n, err := parse(told.JSON)
	if err != nil {
		return episodic.Prepared{}, r.entries, err
	}
	prose := []passage{}
	for _, p := range told.Prose {
		prose = append(prose, passage{path: p.Section, text: p.Text})
	}
	e, err := readSessionLog(r, n, name, prose)
	if err != nil {
		return episodic.Prepared{}, r.entries, err
	}
	return r.prepared(e)
}
