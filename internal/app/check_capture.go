package app

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/episodic/index"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/checksumvfs"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/journal"
)

// CheckReport is what a check found in a project.
type CheckReport struct {
	index.CheckReport

	// Captured compares the journal with the graph; nil without a journal.
	Captured *CapturedReport `json:"captured,omitempty"`
}

// CapturedReport says what became of the captured events of a project that the journal knows: those of the last 7 days, and what waits.
type CapturedReport struct {
	// Waiting is how many wait for the graph, Failed how many were set aside, Applied how many the graph holds as they were
	// captured.
	Waiting int `json:"waiting"`
	Failed  int `json:"failed"`
	Applied int `json:"applied"`
	// Removed is how many are gone as the audit log says: pruned, or purged.
	Removed int `json:"removed"`
	// Lost is how many are gone although nothing removed so many since they were captured, Different how many the graph holds otherwise.
	Lost      int `json:"lost"`
	Different int `json:"different"`
	// First are the ids of up to 10 events that are lost or different.
	First []string `json:"first,omitempty"`
	// Damaged is how many stretches of the journal cannot be read, of all projects.
	Damaged int `json:"damaged"`
}

// Wrong returns the number of events that are not as they should be.
func (r *CapturedReport) Wrong() int {
	if r == nil {
		return 0
	}
	return r.Lost + r.Different + r.Damaged
}

// firstWrong is how many events a report names.
const firstWrong = 10

func (r *CapturedReport) name(id string) {
	if len(r.First) < firstWrong {
		r.First = append(r.First, id)
	}
}

// capturedOf reads the journal of a home folder, which a service may hold, by a copy of it, and returns the receipts of each
// project. There is none without a journal.
func capturedOf(ctx context.Context, cfg config.Config) (byProject map[string][]journal.Entry, damaged int, err error) {
	if _, err := os.Stat(journalPath(cfg)); errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	work, err := os.MkdirTemp("", "causeway-check-*")
	if err != nil {
		return nil, 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	path := filepath.Join(work, backupJournal)
	if err := checksumvfs.Backup(ctx, journalPath(cfg), path, nil); err != nil {
		return nil, 0, err
	}
	j, err := journal.Open(ctx, journal.Options{Path: path, Now: time.Now})
	if err != nil {
		return nil, 0, fmt.Errorf("open a copy of the journal: %w", err)
	}
	defer func() { err = errors.Join(err, j.Close()) }()
	byProject = map[string][]journal.Entry{}
	err = j.Scan(ctx, func(e journal.Entry) bool {
		e.Body = nil
		byProject[e.Project] = append(byProject[e.Project], e)
		return ctx.Err() == nil
	})
	return byProject, len(j.Damaged()), errors.Join(err, ctx.Err())
}

// checkCaptured compares what the journal knows of a project with the graph.
func (a *App) checkCaptured(ctx context.Context, project string, known []journal.Entry) (*CapturedReport, error) {
	r := &CapturedReport{}
	var gone []journal.Entry
	for batch := range slices.Chunk(known, eventsAtOnce) {
		held, err := a.hashes(ctx, project, batch)
		if err != nil {
			return nil, err
		}
		for _, e := range batch {
			hash, there := held[e.ID]
			switch {
			case e.State == journal.StateFailed:
				r.Failed++
			case there && hash == hex.EncodeToString(e.Hash):
				r.Applied++
			case there:
				r.Different++
				r.name(e.ID)
			case e.State == journal.StateJournaled:
				r.Waiting++
			default:
				gone = append(gone, e)
			}
		}
	}
	return r, a.explainGone(ctx, project, r, gone)
}

// hashes returns the hashes of those events that the graph holds, by id.
func (a *App) hashes(ctx context.Context, project string, entries []journal.Entry) (map[string]string, error) {
	ids := make([]string, len(entries))
	for i, e := range entries {
		ids[i] = e.ID
	}
	found, err := a.engines.graph.GetEvents(ctx, project, ids)
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(found))
	for _, e := range found {
		prepared, err := execution.Restore(e.Event)
		if err != nil {
			return nil, fmt.Errorf("event %s: %w", e.ID, err)
		}
		out[e.ID] = prepared.Hash
	}
	return out, nil
}

// explainGone tells events that were removed since they were captured, as the audit log says, from those that are lost.
func (a *App) explainGone(ctx context.Context, project string, r *CapturedReport, gone []journal.Entry) error {
	if len(gone) == 0 {
		return nil
	}
	var removals []audit.Entry
	err := audit.All(ctx, a.engines.graph, project, func(e audit.Entry) error {
		switch e.Action {
		case audit.PruneEvents, audit.EventRetention, audit.PurgeProject:
			removals = append(removals, e)
		}
		return nil
	})
	if err != nil {
		return err
	}
	lost := unexplained(gone, removals)
	r.Removed, r.Lost = len(gone)-len(lost), len(lost)
	for _, e := range lost {
		r.name(e.ID)
	}
	return nil
}

// removalTime is how long a removal may take after the time in its entry.
const removalTime = 10 * time.Minute

// unexplained returns the events that no removal explains: one removes as many as it counts, a purge all, of those that were captured
// before its end, oldest first.
func unexplained(gone []journal.Entry, removals []audit.Entry) []journal.Entry {
	gone = slices.SortedStableFunc(slices.Values(gone), func(x, y journal.Entry) int { return x.JournaledAt.Compare(y.JournaledAt) })
	removals = slices.SortedStableFunc(slices.Values(removals), func(x, y audit.Entry) int { return x.At.Compare(y.At) })
	for _, removal := range removals {
		end, earlier := removal.At.Add(removalTime), 0
		for earlier < len(gone) && !gone[earlier].JournaledAt.After(end) {
			earlier++
		}
		if removal.Action != audit.PurgeProject {
			earlier = min(earlier, removal.Count)
		}
		gone = gone[earlier:]
	}
	return gone
}
