package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/causeway-memory/causeway/episodic"
)

// CopyReport says what a [Copy] did and what both sides hold afterwards.
type CopyReport struct {
	Project string
	// Episodes is the number of episodes in the source when the copy began, including deleted ones;
	// Written the number that changed in the target.
	Episodes, Written int
	// From and To are the fingerprints of both sides, read again after the copy.
	From, To string
	// Differences are the episodes that differ between both sides, by id.
	Differences []Difference
}

// Equal reports whether both sides hold the same.
func (r CopyReport) Equal() bool { return r.From == r.To }

// Difference is one episode that differs between two stores, and why.
type Difference struct{ Episode, Reason string }

// CopyStore is the part of a [episodic.Store] that [Copy] reads.
type CopyStore interface {
	GetProject(ctx context.Context, project string) (episodic.ProjectInfo, error)
	Snapshot(ctx context.Context, project string) ([]episodic.Record, error)
	ListContents(ctx context.Context, project string, revisions []episodic.RevisionKey) ([]episodic.Content, error)
}

// CopyTarget is the part of a [episodic.Store] that [Copy] writes to.
type CopyTarget interface {
	CopyStore
	RecordHistories(ctx context.Context, project string, createdAt time.Time, histories []episodic.History) (changed int, err error)
}

// Copy makes a project in one store equal to the project in another: every revision with its number
// and time, deleted episodes, reads. It takes a snapshot of the source and writes only what
// differs, so that an interrupted copy resumes when it is run again. It does not change an episode
// that was recorded independently in the target. Finally it reads and compares both sides; what the
// source recorded in the meantime shows up as a difference. progress, unless nil, is called after
// each batch. It returns ErrProjectNotFound if the source has no such project.
func Copy(ctx context.Context, from CopyStore, to CopyTarget, project string, progress func(done, total int)) (CopyReport, error) {
	c := &copying{from: from, to: to, project: project, progress: progress, refused: map[string]string{}}
	c.report.Project = project
	if err := c.run(ctx); err != nil {
		return c.report, fmt.Errorf("copy project %q: %w", project, err)
	}
	return c.report, nil
}

// copying is the state of one copy.
type copying struct {
	from     CopyStore
	to       CopyTarget
	project  string
	progress func(done, total int)
	report   CopyReport
	// refused says why an episode was not written, by id.
	refused map[string]string
}

func (c *copying) run(ctx context.Context) error {
	info, err := c.from.GetProject(ctx, c.project)
	if err != nil {
		return fmt.Errorf("look at the source: %w", err)
	}
	records, err := c.from.Snapshot(ctx, c.project)
	if err != nil {
		return fmt.Errorf("look at the source: %w", err)
	}
	held, err := c.to.Snapshot(ctx, c.project)
	if errors.Is(err, episodic.ErrProjectNotFound) {
		// An empty project is copied too.
		err = c.write(ctx, info.CreatedAt, nil)
	}
	if err != nil {
		return fmt.Errorf("look at the target: %w", err)
	}
	c.report.Episodes = len(records)
	differ := differing(records, held)
	done := len(records) - len(differ)
	err = eachPast(ctx, c.from, c.project, differ, func(batch []episodic.Record, past map[string][]episodic.Content) error {
		for _, part := range splitBySize(c.histories(batch, past)) {
			if err := c.write(ctx, info.CreatedAt, part); err != nil {
				return err
			}
		}
		done += len(batch)
		if c.progress != nil {
			c.progress(done, len(records))
		}
		return nil
	})
	if err != nil {
		return err
	}
	return c.compare(ctx)
}

// differing returns the records that the target does not hold in the same way. It ignores the state
// of the index, which each side maintains itself.
func differing(records, held []episodic.Record) []episodic.Record {
	there := make(map[string]episodic.Record, len(held))
	for _, h := range held {
		there[h.Episode] = h
	}
	var out []episodic.Record
	for _, r := range records {
		h, ok := there[r.Episode]
		same := ok && h.Revision == r.Revision && h.Hash == r.Hash && h.RecordedAt.Equal(r.RecordedAt) &&
			h.DeletedAt.Equal(r.DeletedAt) && equal(h.Access, r.Access)
		if !same {
			out = append(out, r)
		}
	}
	return out
}

// histories assembles a batch. It leaves out episodes purged in the meantime and refuses unreadable
// ones.
func (c *copying) histories(batch []episodic.Record, past map[string][]episodic.Content) []episodic.History {
	var out []episodic.History
	for _, r := range batch {
		if len(past[r.Episode]) != r.Revision {
			continue
		}
		h, err := history(r, past[r.Episode])
		if err != nil {
			c.refused[r.Episode] = err.Error()
			continue
		}
		out = append(out, h)
	}
	return out
}

// splitBySize splits histories into parts of at most batchBytes, or of one history, to keep
// transactions small: a batch may be larger where sizes vary.
func splitBySize(histories []episodic.History) [][]episodic.History {
	var parts [][]episodic.History
	size := 0
	for _, h := range histories {
		bytes := 0
		for _, c := range h.Contents {
			bytes += len(c.JSON)
		}
		if len(parts) == 0 || size+bytes > batchBytes {
			parts, size = append(parts, nil), 0
		}
		parts[len(parts)-1] = append(parts[len(parts)-1], h)
		size += bytes
	}
	return parts
}

// write records histories and refuses those that conflict.
func (c *copying) write(ctx context.Context, createdAt time.Time, histories []episodic.History) error {
	for {
		changed, err := c.to.RecordHistories(ctx, c.project, createdAt, histories)
		c.report.Written += changed
		var conflict *ConflictError
		if !errors.As(err, &conflict) {
			return err
		}
		left := slices.DeleteFunc(slices.Clone(histories), func(h episodic.History) bool { return h.Last.Episode.ID == conflict.Episode })
		if len(left) == len(histories) {
			return err
		}
		c.refused[conflict.Episode] = conflict.Error()
		histories = left
	}
}

// compare reads both sides again and compares them.
func (c *copying) compare(ctx context.Context) error {
	from, err := describe(ctx, c.from, c.project)
	if err != nil {
		return fmt.Errorf("read the source again: %w", err)
	}
	to, err := describe(ctx, c.to, c.project)
	if err != nil {
		return fmt.Errorf("read the target again: %w", err)
	}
	c.report.From, c.report.To = fingerprint(from), fingerprint(to)
	ids := slices.Sorted(maps.Keys(from))
	for id := range to {
		if _, ok := from[id]; !ok {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	for _, id := range ids {
		if from[id] != to[id] {
			reason := cmp.Or(c.refused[id], missing(from[id], to[id]), "it changed while the copy ran")
			c.report.Differences = append(c.report.Differences, Difference{Episode: id, Reason: reason})
		}
	}
	return nil
}

func missing(from, to string) string {
	switch {
	case from == "":
		return "only the target has it"
	case to == "":
		return "only the source has it"
	default:
		return ""
	}
}

// describe returns one line per episode that describes its content in a store.
func describe(ctx context.Context, store CopyStore, project string) (map[string]string, error) {
	records, err := store.Snapshot(ctx, project)
	if err != nil {
		return nil, err
	}
	lines := make(map[string]string, len(records))
	err = eachPast(ctx, store, project, records, func(batch []episodic.Record, past map[string][]episodic.Content) error {
		for _, r := range batch {
			lines[r.Episode] = describeRecord(r, past[r.Episode])
		}
		return nil
	})
	return lines, err
}

// describeRecord describes an episode. Equal lines mean equal episodes.
func describeRecord(r episodic.Record, contents []episodic.Content) string {
	var line strings.Builder
	fmt.Fprintf(&line, "%s %d %s deleted %s read %d %s", r.Episode, r.Revision, r.Hash,
		episodic.Instant(r.DeletedAt), r.Access.Count, episodic.Instant(r.Access.LastAt))
	for _, c := range contents {
		hash := c.Hash
		if !intact(c) {
			hash = "damaged"
		}
		fmt.Fprintf(&line, "; %d %s %s", c.Number, hash, episodic.Instant(c.RecordedAt))
	}
	return line.String()
}

func fingerprint(lines map[string]string) string {
	sorted := make([]string, 0, len(lines))
	for _, id := range slices.Sorted(maps.Keys(lines)) {
		sorted = append(sorted, lines[id])
	}
	return episodic.Fingerprint(sorted)
}
