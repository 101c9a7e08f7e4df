package ingest

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
)

// readNoteAlone reads the note of an episode without knowing other notes.
func readNoteAlone(name string, raw []byte) (episodic.Prepared, []Entry, error) {
	note, err := notes.Parse(name, raw, nil)
	if err != nil {
		return episodic.Prepared{}, nil, err
	}
	return readNote(name, note)
}

// readNote reads the episode of a parsed note by the rules for episode files. Of a note that causeway
// wrote nothing has to be repaired, unless somebody edited it.
func readNote(name string, note notes.Note) (episodic.Prepared, []Entry, error) {
	r := newReading()
	r.exact = note.Own
	for _, m := range note.Remarks {
		r.remark(m)
	}
	n, err := parse(note.Episode)
	if err != nil {
		return episodic.Prepared{}, r.entries, err
	}
	e, err := readEpisode(r, n, name)
	if err != nil {
		return episodic.Prepared{}, r.entries, err
	}
	return r.prepared(e)
}

// remark adds the entry for a remark of the reader of notes.
func (r *reading) remark(m notes.Remark) {
	rule := RuleNoteRemark
	if m.Missing {
		rule = RuleMissingSection
	}
	r.say(rule, m.Section, "%s", m.Message)
}
