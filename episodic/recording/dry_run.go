package recording

import (
	"context"
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// DryRun predicts the result of writes without writing: each call answers as if the earlier ones
// had been executed. It is for one project and one goroutine.
type DryRun struct {
	service *Service
	project string
	// heads are the heads of the episodes written so far, occurrences their current keys.
	heads       map[string]episodic.Head
	occurrences map[string]map[string]bool
}

// NewDryRun returns a DryRun of writes to a project.
func (s *Service) NewDryRun(project string) *DryRun {
	return &DryRun{service: s, project: project, heads: map[string]episodic.Head{}, occurrences: map[string]map[string]bool{}}
}

// RecordAll answers like [Service.RecordAll] for the project of the dry run, except that receipts
// have no state. It ignores wait.
func (r *DryRun) RecordAll(ctx context.Context, project string, episodes []episodic.Episode, strict bool, _ episodic.State) ([]episodic.Receipt, error) {
	if err := intake.ValidateProject(project); err != nil {
		return nil, err
	}
	prepared, err := r.service.prepareAll(episodes)
	if err != nil {
		return nil, err
	}
	writes, err := r.plan(ctx, prepared, strict)
	if err != nil {
		return nil, fmt.Errorf("rehearse %d episodes in %s: %w", len(episodes), r.project, err)
	}
	receipts := intake.Receipts(r.project, writes)
	for i, w := range writes {
		receipts[i].State = ""
		r.note(w)
	}
	return receipts, nil
}

func (r *DryRun) plan(ctx context.Context, prepared []episodic.Prepared, strict bool) ([]intake.Write, error) {
	ids := make([]string, len(prepared))
	for i, p := range prepared {
		ids[i] = p.Episode.ID
	}
	heads, err := r.service.store.GetHeads(ctx, r.project, ids)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if head, written := r.heads[id]; written {
			heads[id] = head
		}
	}
	writes := intake.Plan(prepared, heads, r.service.now())
	present, err := r.present(ctx, intake.ForeignKeys(writes))
	if err != nil {
		return nil, err
	}
	return writes, intake.FindPending(writes, present, strict)
}

// present returns which of the keys exist, in the store or through earlier writes.
func (r *DryRun) present(ctx context.Context, keys []string) (map[string]bool, error) {
	present := map[string]bool{}
	var ask []string
	for _, key := range keys {
		episode, _, _ := strings.Cut(key, "/")
		if own, written := r.occurrences[episode]; written {
			present[key] = own[key]
		} else {
			ask = append(ask, key)
		}
	}
	if len(ask) == 0 {
		return present, nil
	}
	found, err := r.service.store.GetOccurrences(ctx, r.project, ask)
	for _, o := range found {
		present[o.Key] = true
	}
	return present, err
}

// note remembers the result of a write.
func (r *DryRun) note(w intake.Write) {
	r.heads[w.Episode.ID] = episodic.Head{
		Present: true, Revision: w.Revision, Hash: w.Hash, RecordedAt: w.RecordedAt, FirstRecordedAt: w.FirstRecordedAt,
	}
	own := map[string]bool{}
	for _, o := range w.Occurrences {
		own[o.Key] = true
	}
	r.occurrences[w.Episode.ID] = own
}

// OfSessions returns what is recorded: a dry run adds nothing.
func (r *DryRun) OfSessions(ctx context.Context, project string, ids, sessions []string) ([]episodic.Episode, error) {
	return r.service.OfSessions(ctx, project, ids, sessions)
}

// Delete deletes nothing.
func (*DryRun) Delete(context.Context, string, string) error { return nil }

// Revisions returns what is recorded: a dry run adds nothing.
func (r *DryRun) Revisions(ctx context.Context, project string, ids []string, part episodic.Slice) (map[string][]episodic.Revision, error) {
	return r.service.store.ListRevisions(ctx, project, ids, part)
}
