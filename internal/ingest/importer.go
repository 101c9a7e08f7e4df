package ingest

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/episodic/recording"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Recorder is what an import writes to: the episodic service.
type Recorder interface {
	// RecordAll stores episodes in one transaction, all or none, and returns a receipt for
	// each in the order given.
	RecordAll(ctx context.Context, project string, episodes []episodic.Episode, strict bool, wait episodic.State) ([]episodic.Receipt, error)
	// Revisions returns that part of the recorded contents of each of the episodes, by id, latest first.
	Revisions(ctx context.Context, project string, ids []string, part episodic.Slice) (map[string][]episodic.Revision, error)
}

var (
	_ Recorder = (*recording.Service)(nil)
	_ Recorder = (*recording.DryRun)(nil)
)

// Options say how to import.
type Options struct {
	Project string
	Format  Format
	// Strict writes nothing when any document is refused.
	Strict bool
	// BatchEpisodes and BatchBytes bound one transaction; 0 for 200 episodes and 8 MiB.
	BatchEpisodes, BatchBytes int
	// MaxDocument is the most bytes of one document; 0 for 4 MiB.
	MaxDocument int
	// MaxDocuments is how many documents the sources may hold together; 0 for any number.
	MaxDocuments int
	// DryRun says in the report that nothing is written, because Recorder rehearses.
	DryRun bool
	// Wait is the state that episodes are to reach before a transaction counts as done;
	// empty for [episodic.StateIndexed].
	Wait episodic.State
}

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

// Progress is called with how many documents were dealt with; it may be nil.
type Progress func(done, total int)

// Import reads all sources and then records their episodes, in the order of the sources,
// in batches. It returns a report of what was done in any case; the error says that the
// import ended early: the context was cancelled or the store does not answer. Importing
// again continues where it ended and leads to the same graph as an import in one go. More
// documents than are taken are an [problem.InvalidError], and nothing is written.
//
// Links to episodes that are not recorded are kept pending, whatever Strict says: they may
// be in a later batch. Causal graphs are imported by [ImportGraphs].
func Import(ctx context.Context, to Recorder, options Options, sources []Source, progress Progress) (Report, error) {
	options = options.withDefaults()
	run := &importing{to: to, options: options, progress: progress}
	if err := intake.ValidateProject(options.Project); err != nil {
		return run.report(err), err
	}
	err := run.read(ctx, sources)
	if err == nil && options.Strict && run.refused() > 0 {
		return run.report(fmt.Errorf("nothing was written: %d documents were refused", run.refused())), nil
	}
	if err == nil {
		err = run.settleRepeats(ctx)
	}
	if err == nil {
		err = run.write(ctx)
	}
	return run.report(err), err
}

// importing is one import on its way.
type importing struct {
	to       Recorder
	options  Options
	progress Progress
	tasks    []*task
}

// task is one document with the episode that was read from it.
type task struct {
	item    Item
	episode episodic.Episode
	hash    string
	size    int
	// within is what a causal graph is called on every machine, graph what it states.
	within string
	graph  Graph
}

func (t *task) isOpen() bool { return t.item.Status == "" }

// read reads every document, as far as they are not too many: one file may hold millions.
func (run *importing) read(ctx context.Context, sources []Source) error {
	most, tooMany := run.options.MaxDocuments, false
	for _, s := range sources {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("read the documents: %w", err)
		}
		documents(s, run.options.MaxDocument, most, func(d document) bool {
			if tooMany = len(run.tasks) == most; tooMany {
				return false
			}
			run.tasks = append(run.tasks, readTask(run.options.Format, s.within(d.name), d))
			return ctx.Err() == nil
		})
		if tooMany {
			return &problem.InvalidError{Problems: []problem.Problem{{
				Path: "files", Code: problem.CodeTooLarge, Message: fmt.Sprintf("they hold more than %d documents; at most that many are taken at once", most),
			}}}
		}
	}
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("read the documents: %w", err)
	}
	run.tell()
	return nil
}

// readTask reads one document; within is what it is called on every machine.
func readTask(format Format, within string, d document) *task {
	if format == FormatCausalGraph {
		return readGraphTask(within, d)
	}
	t := &task{item: Item{File: d.name}}
	if d.err != nil {
		t.item.refuse(d.err)
		return t
	}
	p, entries, err := Read(format, d.name, d.raw)
	t.item.Episode, t.item.Entries = p.Episode.ID, entries
	if err != nil {
		t.item.refuse(err)
		return t
	}
	t.episode, t.hash, t.size = p.Episode, p.Hash, len(p.Content)
	t.item.Decisions, t.item.Events, t.item.Links = len(t.episode.Decisions), len(t.episode.Events), len(t.episode.Links)
	return t
}

// write records the open tasks in batches that never hold an id twice.
func (run *importing) write(ctx context.Context) error {
	var batch []*task
	size, ids := 0, map[string]bool{}
	flush := func() error {
		err := run.record(ctx, batch)
		batch, size, ids = nil, 0, map[string]bool{}
		run.tell()
		return err
	}
	for _, t := range run.tasks {
		if !t.isOpen() {
			continue
		}
		full := len(batch) == run.options.BatchEpisodes || size+t.size > run.options.BatchBytes
		if len(batch) > 0 && (full || ids[t.episode.ID]) {
			if err := flush(); err != nil {
				return err
			}
		}
		batch, size = append(batch, t), size+t.size
		ids[t.episode.ID] = true
	}
	if len(batch) == 0 {
		return nil
	}
	return flush()
}

// record writes one batch. When it fails for a reason that may lie in one episode, each is
// written alone, so that only that one is left out. The error ends the import.
func (run *importing) record(ctx context.Context, batch []*task) error {
	err := run.recordAll(ctx, batch)
	if err == nil || ends(ctx, err) {
		return err
	}
	for _, t := range batch {
		err := run.recordAll(ctx, []*task{t})
		var invalid *problem.InvalidError
		switch {
		case err == nil:
		case ends(ctx, err):
			return err
		case errors.As(err, &invalid):
			t.item.refuse(err)
		default:
			t.item.Status, t.item.Reason = StatusNotWritten, err.Error()
		}
	}
	return nil
}

func (run *importing) recordAll(ctx context.Context, batch []*task) error {
	episodes := make([]episodic.Episode, len(batch))
	for i, t := range batch {
		episodes[i] = t.episode
	}
	ctx, done := finishing(ctx)
	defer done()
	receipts, err := run.to.RecordAll(ctx, run.options.Project, episodes, false, run.options.Wait)
	if err != nil {
		return fmt.Errorf("write %d episodes from %s on: %w", len(batch), batch[0].item.File, err)
	}
	if len(receipts) != len(batch) {
		return fmt.Errorf("write %d episodes: %d receipts came back", len(batch), len(receipts))
	}
	for i, t := range batch {
		t.item.settle(receipts[i])
	}
	return nil
}

// wholeTime is how long a transaction that has begun may go on when its import is to end.
const wholeTime = 5 * time.Second

// finishing returns the context of one transaction, which goes on for a moment when that of the
// import ends, so that the report knows what was written.
func finishing(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() != nil {
		return ctx, func() {}
	}
	going, cancel := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(wholeTime, cancel) })
	return going, func() { stop(); cancel() }
}

// ends reports whether no later write can succeed either.
func ends(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, episodic.ErrUnavailable)
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
		if !t.isOpen() {
			done++
		}
	}
	run.progress(done, len(run.tasks))
}

// report closes the import. cause says why not every document was dealt with.
func (run *importing) report(cause error) Report {
	r := Report{Project: run.options.Project, Format: run.options.Format, DryRun: run.options.DryRun, Complete: true, Items: []Item{}}
	if cause != nil {
		r.Complete, r.Reason = false, cause.Error()
	}
	for _, t := range run.tasks {
		if t.isOpen() {
			t.item.Status, t.item.Reason = StatusNotWritten, "the import ended before"
		}
		r.Complete = r.Complete && t.item.Status != StatusNotWritten
		r.Items = append(r.Items, t.item)
	}
	r.finish()
	return r
}
