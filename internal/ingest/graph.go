package ingest

import (
	"context"
	"errors"
	"fmt"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

// GraphRecorder is where the import of a causal graph writes its links.
type GraphRecorder interface {
	// RecordLinks states links between factors, replaces what the same origin stated before, and
	// returns how many are new or changed.
	RecordLinks(ctx context.Context, project string, statements []link.Statement) (int, error)
	// Statements returns a page of the statements, ordered by id.
	Statements(ctx context.Context, project string, page episodic.Page) ([]link.Statement, error)
}

// PatternRecorder is where the import writes its patterns.
type PatternRecorder interface {
	// Add adds a pattern, or its claim to an existing pattern of that name.
	Add(ctx context.Context, r patterns.AddRequest) (patterns.Added, error)
	// FetchPatterns returns the patterns with the keys; absent ones are left out.
	FetchPatterns(ctx context.Context, project string, keys []string) ([]patterns.Pattern, error)
}

var (
	_ GraphRecorder   = (*derive.Service)(nil)
	_ PatternRecorder = (*catalog.Service)(nil)
)

// graphBatch is the number of links stated in one transaction.
const graphBatch = 1000

// ImportGraphs states the links and patterns of files of the format [FormatCausalGraph], file by
// file, and reports as [Import] does. Importing the same files again changes nothing: the origin
// of a statement is the path of its file below the imported folder, so that a changed file
// replaces what it stated before of the same links. If two documents have the same origin, the
// second is refused, because each import would undo the other's statements.
func ImportGraphs(
	ctx context.Context, to GraphRecorder, known PatternRecorder, options Options, sources []Source, progress Progress,
) (Report, error) {
	options = options.withDefaults()
	options.Format = FormatCausalGraph
	run := &importingGraphs{
		importing: importing{options: options, progress: progress}, to: to, patterns: known,
	}
	if err := intake.ValidateProject(options.Project); err != nil {
		return run.report(err), err
	}
	err := run.read(ctx, sources)
	run.refuseRepeats()
	if err == nil && options.Strict && run.refused() > 0 {
		return run.report(fmt.Errorf("nothing was written: %d documents were refused", run.refused())), nil
	}
	for _, t := range run.tasks {
		if err != nil {
			break
		}
		if t.isOpen() {
			err = run.state(ctx, t)
		}
		run.tell()
	}
	return run.report(err), err
}

// importingGraphs is one running import of graphs.
type importingGraphs struct {
	importing
	to       GraphRecorder
	patterns PatternRecorder
}

// refuseRepeats refuses documents with the origin of an earlier one.
func (run *importingGraphs) refuseRepeats() {
	first := map[string]*task{}
	for _, t := range run.tasks {
		switch same := first[t.within]; {
		case !t.isOpen():
		case same != nil:
			t.item.refuse(problem.Refuse("", "%s would have the same origin, import:%s: import a folder that holds both, or name them differently", same.item.File, t.within))
		default:
			first[t.within] = t
		}
	}
}

// readGraphTask reads one document of the format [FormatCausalGraph].
func readGraphTask(within string, d document) *task {
	t := &task{item: Item{File: d.name}, within: within}
	if d.err != nil {
		t.item.refuse(d.err)
		return t
	}
	graph, entries, err := ReadGraph(within, d.raw)
	t.item.Entries = entries
	if err != nil {
		t.item.refuse(err)
		return t
	}
	t.graph, t.item.Links, t.item.Patterns = graph, len(graph.Links), len(graph.Patterns)
	return t
}

// state records the links and patterns of a file. If the service rejects its links, the file is
// refused; another error ends the import.
func (run *importingGraphs) state(ctx context.Context, t *task) error {
	changed, err := run.record(ctx, t.graph.Links)
	var invalid *problem.InvalidError
	switch {
	case errors.As(err, &invalid):
		t.item.refuse(err)
		return nil
	case err != nil:
		return fmt.Errorf("write the links of %s: %w", t.item.File, err)
	}
	if err := run.addPatterns(ctx, t); err != nil {
		return fmt.Errorf("write the patterns of %s: %w", t.item.File, err)
	}
	t.item.settleGraph(changed)
	return nil
}

// addPatterns adds the patterns of a file. Patterns that are rejected get an entry.
func (run *importingGraphs) addPatterns(ctx context.Context, t *task) error {
	for _, r := range t.graph.Patterns {
		r.Project = run.options.Project
		created, err := run.addPattern(ctx, r)
		switch {
		case errors.Is(err, problem.ErrInvalid), errors.Is(err, episodic.ErrConflict):
			t.item.Entries = append(t.item.Entries, Entry{Path: "patterns", Rule: RuleRefusedPattern, Kind: KindIgnored, Message: shorten(err.Error())})
			t.item.Patterns--
		case err != nil:
			return err
		case created:
			t.item.NewPatterns++
		}
	}
	return nil
}

// addPattern adds a pattern unless it is a dry run, and reports whether it is new.
func (run *importingGraphs) addPattern(ctx context.Context, r patterns.AddRequest) (created bool, err error) {
	if !run.options.DryRun {
		added, err := run.patterns.Add(ctx, r)
		return added.Created, err
	}
	found, err := run.patterns.FetchPatterns(ctx, r.Project, []string{patterns.KeyOf(r.Name)})
	return len(found) == 0, err
}

func (run *importingGraphs) record(ctx context.Context, statements []link.Statement) (int, error) {
	if run.options.DryRun {
		return run.rehearse(ctx, statements)
	}
	ctx, done := finishing(ctx)
	defer done()
	changed := 0
	for len(statements) > 0 {
		n := min(graphBatch, len(statements))
		some, err := run.to.RecordLinks(ctx, run.options.Project, statements[:n])
		if err != nil {
			return changed, err
		}
		changed, statements = changed+some, statements[n:]
	}
	return changed, nil
}

// rehearse counts the links that would be new or changed.
func (run *importingGraphs) rehearse(ctx context.Context, statements []link.Statement) (int, error) {
	known := map[string]link.Statement{}
	for s, err := range episodic.Items(episodic.MaxPage, func(page episodic.Page) ([]link.Statement, error) {
		return run.to.Statements(ctx, run.options.Project, page)
	}, link.Statement.ID) {
		if errors.Is(err, episodic.ErrProjectNotFound) {
			break
		}
		if err != nil {
			return 0, err
		}
		known[s.ID()] = s
	}
	changed := 0
	for _, s := range statements {
		if old, stated := known[s.ID()]; !stated || !s.Same(old) {
			changed++
		}
	}
	return changed, nil
}

// settleGraph sets the number of new or changed links; the patterns are already counted.
func (i *Item) settleGraph(changed int) {
	i.Change = episodic.ChangeCreated
	if changed == 0 && i.NewPatterns == 0 {
		i.Change = episodic.ChangeUnchanged
	}
	i.settle(episodic.Receipt{Change: i.Change})
	i.Changed = changed
}
