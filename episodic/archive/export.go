package archive

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
)

// ExportOptions configure an export.
type ExportOptions struct {
	Project string
	// Revisions includes the earlier contents.
	Revisions bool
	// Deleted asks for deleted episodes too. They have no lines here: [Deleted] reads them.
	Deleted bool
	// Damaged, unless nil, is called for each episode with a content that does not fit its hash, which is
	// then left out. Without it such a content ends the export.
	Damaged func(episode string)
}

// ExportReport summarizes an export.
type ExportReport struct {
	Project string
	// Episodes is the number of exported episodes, Lines the number of contents.
	Episodes, Lines int
	// Deleted is the number of deleted episodes left out, Purged the number purged before their
	// contents were read.
	Deleted, Purged int
	// Fingerprint is equal for two exports of the same contents, regardless of the project's name
	// and the time of recording.
	Fingerprint string
}

// Export calls write with one line of JSON, including the line feed, for each present episode of a
// project, in the order of the ids. All lines come from one snapshot, while writes continue. With
// Revisions, contents are ordered by revision number, so that an import records the same revisions.
// write must not keep the line. progress, unless nil, is called from time to time. It returns
// ErrProjectNotFound for an unknown project.
func (s *Service) Export(ctx context.Context, o ExportOptions, write func(line []byte) error, progress func(done, total int)) (ExportReport, error) {
	report := ExportReport{Project: o.Project}
	records, err := s.store.Snapshot(ctx, o.Project)
	if err != nil {
		return report, fmt.Errorf("export project %q: %w", o.Project, err)
	}
	e := &exporting{store: s.store, project: o.Project, write: write, progress: progress, damaged: o.Damaged, gone: map[string]bool{}}
	for _, r := range records {
		switch {
		case !r.DeletedAt.IsZero():
			report.Deleted++
		case o.Revisions:
			e.keys = append(e.keys, revisionsOf(r)...)
		default:
			e.keys = append(e.keys, episodic.RevisionKey{Episode: r.Episode, Number: r.Revision})
		}
	}
	if o.Revisions {
		slices.SortFunc(e.keys, compareRevisions)
	}
	if err := e.run(ctx); err != nil {
		return report, fmt.Errorf("export project %q: %w", o.Project, err)
	}
	report.Purged = len(e.gone)
	report.Episodes = len(records) - report.Deleted - report.Purged
	report.Lines, report.Fingerprint = len(e.lines), episodic.Fingerprint(e.lines)
	return report, nil
}

// compareRevisions orders by number first, so that an import batch contains an id twice only after
// all other ids.
func compareRevisions(a, b episodic.RevisionKey) int {
	return cmp.Or(cmp.Compare(a.Number, b.Number), cmp.Compare(a.Episode, b.Episode))
}

// exporting is the state of one export.
type exporting struct {
	store    episodic.Store
	project  string
	keys     []episodic.RevisionKey
	write    func(line []byte) error
	progress func(done, total int)
	damaged  func(episode string)
	// lines are the input of the fingerprint; gone are the episodes purged in the meantime.
	lines []string
	gone  map[string]bool
}

func (e *exporting) run(ctx context.Context) error {
	var pace pacer
	for done := 0; done < len(e.keys); {
		batch := e.keys[done : done+pace.take(len(e.keys)-done)]
		contents, err := e.store.ListContents(ctx, e.project, batch)
		if err != nil {
			return fmt.Errorf("read %d contents: %w", len(batch), err)
		}
		bytes, err := e.writeBatch(batch, contents)
		if err != nil {
			return err
		}
		pace.note(len(batch), bytes)
		if done += len(batch); e.progress != nil {
			e.progress(done, len(e.keys))
		}
	}
	return nil
}

// writeBatch writes contents in the order of the keys and returns their size in bytes.
func (e *exporting) writeBatch(keys []episodic.RevisionKey, contents []episodic.Content) (bytes int, err error) {
	held := make(map[episodic.RevisionKey]episodic.Content, len(contents))
	for _, c := range contents {
		held[c.RevisionKey] = c
	}
	var line []byte
	for _, key := range keys {
		c, found := held[key]
		if !found {
			e.gone[key.Episode] = true
			continue
		}
		if !intact(c) && e.damaged != nil {
			e.damaged(key.Episode)
			continue
		}
		if !intact(c) {
			return bytes, fmt.Errorf("the content of revision %d of episode %q does not fit its hash", key.Number, key.Episode)
		}
		if line, err = appendExport(line[:0], e.project, c); err != nil {
			return bytes, err
		}
		if err := e.write(line); err != nil {
			return bytes, fmt.Errorf("write the line of %q: %w", key.Episode, err)
		}
		bytes += len(line)
		e.lines = append(e.lines, key.Episode+" "+c.Hash)
	}
	return bytes, nil
}
