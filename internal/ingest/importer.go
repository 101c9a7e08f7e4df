package ingest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/recording"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
	"github.com/causeway-memory/causeway/internal/moving"
	"github.com/causeway-memory/causeway/internal/privacy"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Recorder is where an import writes: the recording service or a dry run of it.
type Recorder interface {
	// RecordAll stores all episodes in one transaction, or none, and returns their receipts in
	// the same order.
	RecordAll(ctx context.Context, project string, episodes []episodic.Episode, strict bool, wait episodic.State) ([]episodic.Receipt, error)
	// Revisions returns a part of the recorded revisions of each of the episodes, by id, latest first.
	Revisions(ctx context.Context, project string, ids []string, part episodic.Slice) (map[string][]episodic.Revision, error)
	// OfSessions returns the present episodes with one of the ids or of one of the sessions.
	OfSessions(ctx context.Context, project string, ids, sessions []string) ([]episodic.Episode, error)
	// Delete hides an episode that went into another one.
	Delete(ctx context.Context, project, id string) error
}

var (
	_ Recorder = (*recording.Service)(nil)
	_ Recorder = (*recording.DryRun)(nil)
)

// Options configure an import.
type Options struct {
	Project string
	Format  Format
	// Strict writes nothing if any document is refused.
	Strict bool
	// Privacy is for transcripts and session logs; empty means [privacy.PolicyRedact]. Pattern is a further one of [privacy.New].
	Privacy privacy.Policy
	Pattern string
	// BatchEpisodes and BatchBytes bound one transaction; 0 means 200 episodes and 8 MiB.
	BatchEpisodes, BatchBytes int
	// MaxDocument is the maximum size of a document in bytes; 0 means 4 MiB.
	MaxDocument int
	// MaxDocuments is the maximum number of documents of all sources; 0 is no limit.
	MaxDocuments int
	// Entries is how many entries of a document the report has at most; 0 is all.
	Entries int
	// Ahead prepares a batch while the one before is written: [Recorder.RecordAll] is called for two batches at once, with contexts that have
	// places in a [write.Sequence]. A dry run is for one at a time.
	Ahead bool
	// DryRun marks the report as one of a dry run; the Recorder must be one too.
	DryRun bool
	// Wait is the state that episodes should reach before a transaction counts as done; empty
	// means [episodic.StateIndexed].
	Wait episodic.State
	// Parts takes the lines of an export that hold no episode; nil refuses them.
	Parts PartTaker
}

// PartTaker is where rules, statements, patterns and execution events of an export go.
type PartTaker interface {
	Take(ctx context.Context, project string, kind moving.Kind, records []json.RawMessage) ([]moving.Outcome, error)
}

var _ PartTaker = moving.Taker{}

func (o Options) withDefaults() Options {
	if o.BatchEpisodes <= 0 {
		o.BatchEpisodes = 200
	}
	if o.BatchBytes <= 0 {
		o.BatchBytes = 8 << 20
	}
	if o.MaxDocument <= 0 {
		o.MaxDocument = episodic.MaxContent
	}
	if o.MaxDocuments <= 0 {
		o.MaxDocuments = math.MaxInt
	}
	if o.Wait == "" {
		o.Wait = episodic.StateIndexed
	}
	if o.Format == "" {
		o.Format = FormatEpisode
	}
	return o
}

// Progress is called with the number of processed documents; it may be nil.
type Progress func(done, total int)

// Import reads all sources and then records their episodes in batches, in the order of the
// sources. What it read waits in a temporary file, so memory does not grow with the size of the
// documents, only with the report, which names each, with at most [Options.Entries] of what was done to it. It always returns a report; an error means that the import ended early, because the
// context was canceled or the store does not answer. Importing again continues where it ended and
// leads to the same graph as an uninterrupted import. Too many documents are a
// [problem.InvalidError], and nothing is written.
//
// Links to episodes that are not recorded stay pending, even with Strict: the episodes may be in
// a later batch. [ImportGraphs] imports causal graphs, [ImportNotes] notes.
func Import(ctx context.Context, to Recorder, options Options, sources []Source, progress Progress) (Report, error) {
	options = options.withDefaults()
	run := &importing{to: to, options: options, progress: progress}
	if err := intake.ValidateProject(options.Project); err != nil {
		return run.report(err), err
	}
	err := run.read(ctx, sources)
	defer func() { _ = run.spool.close() }() // what is left is a temporary file
	if err == nil && options.Strict && run.refused() > 0 {
		return run.report(fmt.Errorf("nothing was written: %d documents were refused", run.refused())), nil
	}
	if err == nil {
		err = run.episodes(ctx)
	}
	return run.report(err), err
}

// episodes records the episodes of the tasks.
func (run *importing) episodes(ctx context.Context) error {
	err := run.settleRepeats(ctx)
	if err == nil {
		err = run.uniteSessions(ctx)
	}
	if err == nil {
		err = run.write(ctx)
	}
	if err == nil {
		err = run.removeUnited(ctx)
	}
	if err == nil {
		err = run.takeParts(ctx)
	}
	return err
}

// importing is one running import.
type importing struct {
	to       Recorder
	options  Options
	progress Progress
	tasks    []*task
	// names are the titles of the notes that are imported.
	names notes.Names
	// spool has the contents of the tasks.
	spool spool
	// redactor is for the runs of transcripts.
	redactor redactor
}

// task is a document with the episode read from it.
type task struct {
	item Item
	hash string
	// content is the canonical JSON of the episode until it is in the spool, at this place and of
	// this size.
	content []byte
	at      int64
	size    int
	// session and startedAt are those of the episode, unless it is a line of an export or was put
	// together before; gone is the id of the log that goes into the episode.
	session   string
	startedAt episodic.Timestamp
	gone      string
	// commits are what the document tells of commits.
	commits commitDates
	// within is the name of a causal graph that is the same on every machine, graph its content.
	within string
	graph  Graph
	// pattern is what a note says of a pattern; the task has no episode then.
	pattern *notes.Pattern
}

// isOpen reports whether the episode of the task is to be written.
func (t *task) isOpen() bool { return t.item.Status == "" && t.pattern == nil && t.item.Part == "" }

// read reads every document, but stops at the limit: one file may hold millions.
func (run *importing) read(ctx context.Context, sources []Source) error {
	var err error
	if run.redactor, err = newRedactor(run.options.Privacy, run.options.Pattern); err != nil {
		return err
	}
	r := &readers{run: run}
	for _, s := range sources {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read the documents: %w", err)
		}
		if err := run.readSource(ctx, r, s); err != nil {
			return err
		}
	}
	if err := r.keepAll(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("read the documents: %w", err)
	}
	run.noteAgainstCommits()
	run.tell()
	return nil
}

// readSource begins to read every document of a source.
func (run *importing) readSource(ctx context.Context, r *readers, s Source) (err error) {
	most, found, tooMany := run.options.MaxDocuments, 0, false
	run.documents(s, most, func(d document) bool {
		if tooMany = r.begun == most; tooMany {
			return false
		}
		found++
		err = r.read(func() *task { return run.readTask(s.within(d.name), d) })
		return err == nil && ctx.Err() == nil
	})
	switch {
	case err != nil:
		return err
	case tooMany:
		return problem.RefuseSize("files", "they hold more than %d documents; at most that many are taken at once", most)
	case found == 0 && ctx.Err() == nil:
		return r.read(func() *task { return emptyTask(s.Name) })
	}
	return nil
}

// emptyTask reports on a file that holds no document, like an empty list.
func emptyTask(name string) *task {
	t := &task{item: Item{File: name, Status: StatusUnchanged}}
	t.item.Entries = []Entry{{Rule: RuleEmptyFile, Kind: KindNoted, Message: "the file holds nothing to import"}}
	return t
}

// readTask reads one document; within is its name on every machine.
func (run *importing) readTask(within string, d document) *task {
	format := run.options.Format
	if format == FormatCausalGraph {
		return readGraphTask(within, d)
	}
	t := &task{item: Item{File: d.name}}
	if d.err != nil {
		t.item.refuse(d.err)
		return t
	}
	if format == FormatMarkdown {
		return run.readNoteTask(t, d)
	}
	if d.told != nil {
		return readRunTask(t, *d.told, run.redactor)
	}
	if moving.Is(d.raw) {
		return run.readPart(t, d)
	}
	p, entries, err := readRedacted(format, d, run.redactor)
	t.item.Episode, t.item.Entries = p.Episode.ID, entries
	if err != nil {
		t.item.refuse(err)
		return t
	}
	t.holds(p)
	if len(p.Episode.Sources) == 0 && !bytes.Contains(d.raw[:min(len(d.raw), 64)], []byte(archive.ExportKey)) {
		t.session, t.startedAt = p.Episode.Session, p.Episode.StartedAt
	}
	return t
}

// holds takes an episode that was read.
func (t *task) holds(p episodic.Prepared) {
	t.content, t.hash, t.size = p.Content, p.Hash, len(p.Content)
	t.commits = commitDatesOf(p.Episode)
	t.item.Decisions, t.item.Events, t.item.Links = len(p.Episode.Decisions), len(p.Episode.Events), len(p.Episode.Links)
}

func (run *importing) refused() int {
	n := 0
	for _, t := range run.tasks {
		if t.item.Status == StatusRefused {
			n++
		}
	}
	return n
}

func (run *importing) tell() {
	if run.progress == nil {
		return
	}
	done := 0
	for _, t := range run.tasks {
		if t.item.Status != "" {
			done++
		}
	}
	run.progress(done, len(run.tasks))
}

// report completes the report. cause, if any, is why documents were left out.
func (run *importing) report(cause error) Report {
	r := Report{Project: run.options.Project, Format: run.options.Format, DryRun: run.options.DryRun, Complete: true, Items: []Item{}}
	if cause != nil {
		r.Complete, r.Reason = false, cause.Error()
	}
	for _, t := range run.tasks {
		if t.item.Status == "" {
			t.item.Status, t.item.Reason = StatusNotWritten, "the import ended before"
		}
		r.Complete = r.Complete && t.item.Status != StatusNotWritten
		r.Items = append(r.Items, t.item)
	}
	r.finish()
	return r
}
