package ingest

import (
	"bytes"
	"errors"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
)

// isExport reports whether a document is a line written by `causeway export`.
func isExport(n *node) bool {
	return n.kind == kindObject && len(n.keys) > 0 && n.keys[0] == archive.ExportKey
}

// readExport reads a line of an export. None of the other rules applies to it: here a time at
// midnight is an instant, and a zero was measured.
func readExport(r *reading, n *node) (episodic.Prepared, []Entry, error) {
	if len(n.repeated) > 0 {
		return episodic.Prepared{}, r.entries, errors.New("the line of an export is damaged: the key " + n.repeated[0] + " is there twice")
	}
	p, same, err := archive.ReadExport(n.raw)
	if err != nil {
		return p, r.entries, err
	}
	if !same {
		r.say(RuleOtherVersion, "episode", "its hash is %s now", p.Hash)
	}
	return p, r.entries, nil
}

// allowed returns the maximum number of bytes of a document, given its beginning. A line of an
// export has its head in addition to the episode.
func allowed(raw []byte, most int) int {
	rest, isObject := bytes.CutPrefix(bytes.TrimSpace(raw), []byte("{"))
	if isObject && bytes.HasPrefix(bytes.TrimSpace(rest), []byte(`"`+archive.ExportKey+`"`)) {
		return most + archive.MaxExportHead
	}
	return most
}
