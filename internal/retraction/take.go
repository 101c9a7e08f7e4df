package retraction

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/dependents"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/ledger"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// reviewing puts patterns under review that are validated still.
func reviewing(tx patterns.Tx, keys []string, reason string, now time.Time) error {
	found, err := tx.Patterns(keys)
	if err != nil {
		return err
	}
	last, err := tx.LastChanges(keys)
	if err != nil {
		return err
	}
	var put []patterns.Pattern
	var changes []patterns.Change
	for _, key := range slices.Sorted(maps.Keys(found)) {
		p := found[key]
		if p.Status != patterns.StatusValidated {
			continue
		}
		changes = append(changes, patterns.Change{
			Pattern: key, Number: last[key] + 1, Kind: patterns.ChangeStatus, At: now, Version: p.Version,
			Before: p.Status, After: patterns.StatusUnderReview, Reason: reason,
		})
		p.Status, p.StatusAt, p.UpdatedAt, p.Reason = patterns.StatusUnderReview, now, now, reason
		put = append(put, p)
	}
	if len(put) == 0 {
		return nil
	}
	return errors.Join(tx.PutPatterns(put), tx.PutChanges(changes))
}

// unstate removes the statements.
func (s *Service) unstate(ctx context.Context, project string, found dependents.Found) error {
	if len(found.Statements) == 0 {
		return nil
	}
	return s.Factors.ChangeFactors(ctx, project, false, s.Now(), func(tx derive.Tx) error {
		for _, one := range found.Statements {
			if err := derive.RemoveStatement(tx, one.ID()); err != nil && !errors.Is(err, episodic.ErrNotFound) {
				return err
			}
		}
		return nil
	})
}

// Undo brings back what was taken out, and returns what rests on it. What somebody brought back, wrote anew or purged meanwhile stays
// as it is. Patterns stay under review until they are validated anew. It returns [episodic.ErrNotFound] for what was not
// retracted, and a [problem.InvalidError] without a reason.
func (s *Service) Undo(ctx context.Context, project string, of dependents.Of, reason string) (dependents.Found, string, error) {
	reason, err := checked(reason)
	if err != nil {
		return dependents.Found{}, "", err
	}
	r, err := s.load(ctx, project, of)
	if err == nil && r == nil {
		err = fmt.Errorf("bring %s back, which was not retracted: %w", of, episodic.ErrNotFound)
	}
	if err != nil {
		return dependents.Found{}, "", err
	}
	if err := s.bringBack(ctx, project, *r, reason); err != nil {
		return dependents.Found{}, "", fmt.Errorf("bring %s back: %w", of, err)
	}
	found, err := s.Finder.Find(ctx, project, of)
	return found, found.Words() + " It is brought back.", err
}

func (s *Service) bringBack(ctx context.Context, project string, r record, reason string) error {
	for _, id := range r.Episodes {
		if _, err := s.Recorder.Restore(ctx, project, id); err != nil && !errors.Is(err, episodic.ErrNotFound) {
			return err
		}
	}
	if err := s.relink(ctx, project, r.Links); err != nil {
		return err
	}
	if err := s.apply(ctx, project, r.Applied); err != nil {
		return err
	}
	noted := s.Audit.NoteWhy(ctx, project, audit.Restore, r.Of.String(), reason, len(r.Episodes)+len(r.Links)+len(r.Statements))
	if err := s.Factors.ChangeFactors(noted, project, false, s.Now(), func(tx derive.Tx) error { return restate(tx, r.Statements) }); err != nil {
		return err
	}
	err := s.Entries.RemoveEntry(ctx, entryID(project, r.Of), r.version)
	if errors.Is(err, ledger.ErrNotFound) {
		return nil
	}
	return err
}

// apply records the uses of patterns again, where the pattern is still there and no other use of it was recorded in the episode.
func (s *Service) apply(ctx context.Context, project string, applied []patterns.Evidence) error {
	if len(applied) == 0 {
		return nil
	}
	ids, keys := []string{}, []string{}
	for _, row := range applied {
		ids, keys = append(ids, row.Episode), append(keys, row.Pattern)
	}
	present, err := s.Episodes.GetEpisodes(ctx, project, text.Sorted(ids))
	if err != nil {
		return err
	}
	return s.Patterns.ChangePatterns(ctx, project, false, s.Now(), func(tx patterns.Tx) error {
		known, err := tx.Patterns(text.Sorted(keys))
		if err != nil {
			return err
		}
		held, err := tx.EvidenceIn(text.Sorted(ids))
		if err != nil {
			return err
		}
		var put []patterns.Evidence
		for _, row := range applied {
			_, there := known[row.Pattern]
			other := slices.ContainsFunc(held, func(e patterns.Evidence) bool { return e.Key() == row.Key() && e.Applied != nil })
			back := slices.ContainsFunc(present, func(e episodic.Stored) bool { return e.Episode.ID == row.Episode })
			if there && back && !other {
				put = append(put, row)
			}
		}
		if len(put) == 0 {
			return nil
		}
		if err := tx.PutEvidence(put); err != nil {
			return err
		}
		_, err = evidence.Recount(tx, text.Sorted(keys))
		return err
	})
}

// restate states again what nobody has stated anew meanwhile.
func restate(tx derive.Tx, statements []link.Statement) error {
	if len(statements) == 0 {
		return nil
	}
	ids := make([]string, len(statements))
	for i, one := range statements {
		ids[i] = one.ID()
	}
	held, err := tx.Statements(ids)
	if err != nil {
		return err
	}
	missing := slices.DeleteFunc(slices.Clone(statements), func(one link.Statement) bool {
		for _, h := range held {
			if h.ID() == one.ID() {
				return true
			}
		}
		return false
	})
	_, err = derive.PutStatements(tx, missing)
	return err
}

// relink gives episodes the links back that revisions left out.
func (s *Service) relink(ctx context.Context, project string, links []revised) error {
	of := map[string][]revised{}
	for _, l := range links {
		of[l.Episode] = append(of[l.Episode], l)
	}
	if len(of) == 0 {
		return nil
	}
	ids := slices.Sorted(maps.Keys(of))
	found, err := s.Episodes.GetEpisodes(ctx, project, ids)
	if err != nil {
		return err
	}
	revisions, err := s.Episodes.ListRevisions(ctx, project, ids, episodic.Everything())
	if err != nil {
		return err
	}
	for _, stored := range found {
		e := stored.Episode
		e.Links = slices.Clone(e.Links)
		for _, l := range of[e.ID] {
			e.Links = append(e.Links, lacking(e, l, revisions[e.ID])...)
		}
		if _, err := s.Recorder.Record(ctx, project, e, episodic.StateIndexed); err != nil {
			return err
		}
	}
	return nil
}

// lacking returns the links of an earlier revision that an episode lacks, of those that were taken out.
func lacking(e episodic.Episode, l revised, revisions []episodic.Revision) []episodic.Link {
	if slices.ContainsFunc(e.Links, func(stated episodic.Link) bool { return l.Is(e.ID, stated) }) {
		return nil
	}
	for _, r := range revisions {
		if r.Number == l.Revision {
			return slices.DeleteFunc(slices.Clone(r.Episode.Links), func(stated episodic.Link) bool { return !l.Is(e.ID, stated) })
		}
	}
	return nil
}
