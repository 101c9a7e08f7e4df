package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
)

// maxNote is the maximum size of a note as a multiple of that of a document: a note says much of an episode
// twice.
const maxNote = 4

// ImportNotes records the episodes of notes as [Import] does, and then adds and updates the patterns of
// notes. Importing the same notes again changes nothing. Leads to patterns that do not exist are pending;
// other relations to them are left out and reported, and importing again when they exist completes them.
func ImportNotes(
	ctx context.Context, to Recorder, known NotePatterns, options Options, sources []Source, progress Progress,
) (Report, error) {
	options = options.withDefaults()
	options.Format = FormatMarkdown
	run := &importingNotes{importing: importing{to: to, options: options, progress: progress}, patterns: known}
	if err := intake.ValidateProject(options.Project); err != nil {
		return run.report(err), err
	}
	run.names = titlesIn(sources, options.MaxDocument*maxNote)
	err := run.read(ctx, sources)
	defer func() { _ = run.spool.close() }() // what is left is a temporary file
	if err == nil && options.Strict && run.refused() > 0 {
		return run.report(fmt.Errorf("nothing was written: %d documents were refused", run.refused())), nil
	}
	if err == nil {
		err = run.episodes(ctx)
	}
	if err == nil {
		err = run.addPatterns(ctx)
	}
	return run.report(err), err
}

// titlesIn reads the titles of all notes, so that each can name the others.
func titlesIn(sources []Source, most int) notes.Names {
	names := notes.Names{}
	for _, s := range sources {
		if s.Name == "-" {
			continue
		}
		if raw, err := readWhole(s, most); err == nil {
			if note, err := notes.Head(s.Name, raw); err == nil && note.Kind == notes.KindEpisode {
				names.Add(note.Title, note.Name)
			}
		}
	}
	return names
}

// readWhole reads a source of at most most bytes.
func readWhole(s Source, most int) ([]byte, error) {
	r, err := s.Open()
	if err != nil {
		return nil, fmt.Errorf("open the file: %w", err)
	}
	defer r.Close()
	return atMost(r, most)
}

// atMost reads all of a file that has at most most bytes.
func atMost(in io.Reader, most int) ([]byte, error) {
	raw, err := io.ReadAll(io.LimitReader(in, int64(most)+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read the file: %w", err)
	case len(raw) > most:
		return nil, fmt.Errorf("the file has more than %d bytes: %w", most, errTooLarge)
	}
	return raw, nil
}

// documents yields the documents of a source; a note is one.
func (run *importing) documents(s Source, most int, yield func(document) bool) {
	if run.options.Format.IsTranscript() {
		runs(run.options.Format, s, yield)
		return
	}
	if run.options.Format != FormatMarkdown {
		documents(s, run.options.MaxDocument, most, yield)
		return
	}
	raw, err := readWhole(s, run.options.MaxDocument*maxNote)
	yield(document{name: s.Name, raw: raw, err: err})
}

// readNoteTask reads one note. Of an episode of causeway the note is all, so it is never put together with
// a log of its session.
func (run *importing) readNoteTask(t *task, d document) *task {
	note, err := notes.Parse(d.name, d.raw, run.names)
	if errors.Is(err, notes.ErrOther) {
		t.unchanged(RuleOtherNote, "%s", err)
		return t
	}
	if err != nil {
		t.item.refuse(err)
		return t
	}
	if note.Kind == notes.KindPattern {
		t.pattern, t.item.Patterns = &note.Pattern, 1
		r := newReading().withoutExtra()
		for _, m := range note.Remarks {
			r.remark(m)
		}
		for _, m := range note.Pattern.Unread {
			r.say(RuleUnknownField, m.Section, "%s", shorten(m.Message))
		}
		t.item.Entries = r.entries
		return t
	}
	p, entries, err := readNote(d.name, note)
	t.item.Episode, t.item.Entries = p.Episode.ID, entries
	if err != nil {
		t.item.refuse(err)
		return t
	}
	t.holds(p)
	if !note.Own && len(p.Episode.Sources) == 0 {
		t.session, t.startedAt = p.Episode.Session, p.Episode.StartedAt
	}
	return t
}

// readNoteAlone reads the note of an episode without knowing other notes.
func readNoteAlone(name string, raw []byte) (episodic.Prepared, []Entry, error) {
	note, err := notes.Parse(name, raw, nil)
	if err != nil {
		return episodic.Prepared{}, nil, err
	}
	if note.Kind != notes.KindEpisode {
		return episodic.Prepared{}, nil, errors.New("this is the note of a pattern, not of an episode")
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
