package moving

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

// page is the number of rows that are read at once.
const page = 500

// Store is what holds a project beside its episodes.
type Store interface {
	derive.Store
	patterns.Store
	execution.Store
	audit.Store
	archive.CopyTarget
	// GetHeads is that of [episodic.EpisodeReader].
	GetHeads(ctx context.Context, project string, ids []string) (map[string]episodic.Head, error)
}

// Report summarizes an export of all that a project holds.
type Report struct {
	archive.ExportReport

	// Parts counts the lines beside episodes by kind.
	Parts map[Kind]int
	// Whole is equal for two exports of the same episodes, rules, statements, patterns, applications and
	// events, regardless of the project's name and of the audit log.
	Whole string
}

// Export calls write with the lines of everything beside present episodes, and fills in the report of these. Deleted
// episodes are among them if that is said. write must not keep the line.
func Export(ctx context.Context, from Store, report *Report, deleted bool, write func(line []byte) error) error {
	e := &exporting{from: from, report: report, write: write}
	report.Parts = map[Kind]int{}
	if deleted {
		if err := e.deleted(ctx); err != nil {
			return fmt.Errorf("export project %q: %w", report.Project, err)
		}
	}
	for _, part := range []func(context.Context) error{e.rules, e.statements, e.patterns, e.applications, e.events, e.audit} {
		if err := part(ctx); err != nil {
			return fmt.Errorf("export project %q: %w", report.Project, err)
		}
	}
	slices.Sort(e.hashes) // events that came in another order are the same events
	report.Whole = episodic.Fingerprint(append(e.hashes, "episodes "+report.Fingerprint))
	return nil
}

// ExportAudit calls write with the lines of the audit log alone, which outlives its project, and fills in the report of these. write
// must not keep the line.
func ExportAudit(ctx context.Context, from Store, report *Report, write func(line []byte) error) error {
	e := &exporting{from: from, report: report, write: write}
	report.Parts = map[Kind]int{}
	if err := e.audit(ctx); err != nil {
		return fmt.Errorf("export the audit log of project %q: %w", report.Project, err)
	}
	return nil
}

// exporting is an export in progress.
type exporting struct {
	from   Store
	report *Report
	write  func(line []byte) error
	// hashes are the input of the fingerprint.
	hashes []string
}

func (e *exporting) add(kind Kind, record any) error {
	line, err := newLine(kind, record)
	if err != nil {
		return err
	}
	text, err := line.write(e.report.Project)
	if err != nil {
		return err
	}
	if err := e.write(text); err != nil {
		return fmt.Errorf("write the line of a %s: %w", kind, err)
	}
	e.report.Parts[kind]++
	if kind != KindAudit { // how a memory came to what it holds is no part of that
		e.hashes = append(e.hashes, string(kind)+" "+line.Hash)
	}
	return nil
}

// deleted exports the deleted episodes.
func (e *exporting) deleted(ctx context.Context) error {
	return archive.Deleted(ctx, e.from, e.report.Project, func(h episodic.History) error { return e.add(KindDeleted, deletedOf(h)) })
}

func (e *exporting) rules(ctx context.Context) error {
	rules, err := e.from.GetRules(ctx, e.report.Project)
	if err != nil {
		return fmt.Errorf("read the rules: %w", err)
	}
	for _, r := range rulesOf(rules) {
		if err := e.add(KindRule, r); err != nil {
			return err
		}
	}
	return nil
}

func (e *exporting) statements(ctx context.Context) error {
	for s, err := range episodic.Items(page, func(p episodic.Page) ([]link.Statement, error) {
		return e.from.ListStatements(ctx, e.report.Project, p)
	}, link.Statement.ID) {
		if err != nil {
			return fmt.Errorf("read the statements: %w", err)
		}
		if err := e.add(KindStatement, statementOf(s)); err != nil {
			return err
		}
	}
	return nil
}

func (e *exporting) patterns(ctx context.Context) error {
	for p, err := range episodic.Items(page, func(p episodic.Page) ([]patterns.Pattern, error) {
		return e.from.ListPatterns(ctx, patterns.Query{Project: e.report.Project, Order: patterns.OrderKey, Page: p})
	}, patterns.OrderKey.Cursor) {
		if err != nil {
			return fmt.Errorf("read the patterns: %w", err)
		}
		changes, err := catalog.History(ctx, e.from, e.report.Project, p.Key)
		if err != nil {
			return fmt.Errorf("read the history of pattern %q: %w", p.Name, err)
		}
		if err := e.add(KindPattern, patternRecord{catalog.Uncounted(p), changes}); err != nil {
			return err
		}
	}
	return nil
}

// applications are few: somebody recorded each.
func (e *exporting) applications(ctx context.Context) error {
	var all []applicationRecord
	err := e.from.ScanApplications(ctx, e.report.Project, func(row patterns.Evidence) error {
		applied := *row.Applied
		applied.At = applied.At.UTC()
		all = append(all, applicationRecord{row.Pattern, row.Episode, applied})
		return nil
	})
	if err != nil {
		return fmt.Errorf("read the applications of patterns: %w", err)
	}
	slices.SortFunc(all, func(a, b applicationRecord) int {
		return cmp.Or(cmp.Compare(a.Pattern, b.Pattern), cmp.Compare(a.Episode, b.Episode))
	})
	for _, one := range all {
		if err := e.add(KindApplication, one); err != nil {
			return err
		}
	}
	return nil
}

// events exports the execution events in the order in which they came, and then the workflows that were
// completed.
func (e *exporting) events(ctx context.Context) error {
	var workflows []string
	known := map[string]bool{}
	for q := (execution.Query{Project: e.report.Project, Limit: page}); ; {
		found, err := e.from.ListEvents(ctx, q)
		if err != nil {
			return fmt.Errorf("read the execution events: %w", err)
		}
		for _, event := range found {
			if !known[event.Workflow] {
				known[event.Workflow], workflows = true, append(workflows, event.Workflow)
			}
			if err := e.add(KindEvent, eventOf(event)); err != nil {
				return err
			}
		}
		if len(found) < q.Limit {
			break
		}
		q.After = execution.Place{Sequence: found[len(found)-1].Sequence}
	}
	for _, id := range workflows {
		w, err := e.from.GetWorkflow(ctx, e.report.Project, id)
		if err != nil {
			return fmt.Errorf("read workflow %q: %w", id, err)
		}
		if w.Completion == nil {
			continue
		}
		if err := e.add(KindWorkflow, workflowRecord{id, *w.Completion}); err != nil {
			return err
		}
	}
	return nil
}

// audit exports the audit log, latest first.
func (e *exporting) audit(ctx context.Context) error {
	return audit.All(ctx, e.from, e.report.Project, func(one audit.Entry) error { return e.add(KindAudit, one) })
}

// EventLine returns the line of an execution event.
func EventLine(project string, e execution.Stored) ([]byte, error) {
	line, err := newLine(KindEvent, eventOf(e))
	if err != nil {
		return nil, err
	}
	return line.write(project)
}
