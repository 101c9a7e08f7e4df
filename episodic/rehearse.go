package episodic

import (
	"context"
	"fmt"
	"strings"
)

// Rehearsal tells what writes would do and writes nothing: each answers as if those before
// it had been done. It is for one project and one goroutine.
type Rehearsal struct {
	service *Service
	project string
	// heads are those of the episodes that were written so far, occurrences the keys that
	// each has since.
	heads       map[string]Head
	occurrences map[string]map[string]bool
}

// Rehearse returns a Rehearsal of writes to a project.
func (s *Service) Rehearse(project string) *Rehearsal {
	return &Rehearsal{service: s, project: project, heads: map[string]Head{}, occurrences: map[string]map[string]bool{}}
}

// RecordAll answers as [Service.RecordAll] would for the project of the rehearsal, but that
// no receipt has a state. wait is of no account.
func (r *Rehearsal) RecordAll(ctx context.Context, project string, episodes []Episode, strict bool, _ State) ([]Receipt, error) {
	if err := ValidateProject(project); err != nil {
		return nil, err
	}
	prepared, err := prepareAll(episodes)
	if err != nil {
		return nil, err
	}
	writes, err := r.plan(ctx, prepared, strict)
	if err != nil {
		return nil, fmt.Errorf("rehearse %d episodes in %s: %w", len(episodes), r.project, err)
	}
	receipts := Receipts(r.project, writes)
	for i, w := range writes {
		receipts[i].State = ""
		r.note(w)
	}
	return receipts, nil
}

func (r *Rehearsal) plan(ctx context.Context, prepared []Prepared, strict bool) ([]Write, error) {
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
	writes := Plan(prepared, heads, r.service.now())
	present, err := r.present(ctx, ForeignKeys(writes))
	if err != nil {
		return nil, err
	}
	return writes, FindPending(writes, present, strict)
}

// present returns which of the keys are there, in the store or by the writes so far.
func (r *Rehearsal) present(ctx context.Context, keys []string) (map[string]bool, error) {
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

// note remembers what a write would have left.
func (r *Rehearsal) note(w Write) {
	r.heads[w.Episode.ID] = Head{
		Present: true, Revision: w.Revision, Hash: w.Hash, RecordedAt: w.RecordedAt, FirstRecordedAt: w.FirstRecordedAt,
	}
	own := map[string]bool{}
	for _, o := range w.Occurrences {
		own[o.Key] = true
	}
	r.occurrences[w.Episode.ID] = own
}

// Revisions answers what is recorded: a rehearsal adds nothing to it.
func (r *Rehearsal) Revisions(ctx context.Context, project string, ids []string) (map[string][]Revision, error) {
	return r.service.store.ListRevisions(ctx, project, ids)
}
