package archive

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
)

// StoredHistory is what a store holds of one episode when a history of it arrives. The zero
// StoredHistory means that the id was never recorded.
type StoredHistory struct {
	// Revisions are its revisions from number 1 on, without their JSON.
	Revisions []episodic.Content
	DeletedAt time.Time
	Access    episodic.Access
}

// HistoryWrite is the planned write of one episode in a call of [episodic.Store.RecordHistories].
type HistoryWrite struct {
	// Write has the last content, with the number and the times of its revision.
	intake.Write
	// Added are the contents that the store does not hold yet, in the order of their numbers.
	Added []episodic.Content
	// DeletedAt and Access describe the episode after the write.
	DeletedAt time.Time
	Access    episodic.Access
	// Moved says that the content or the deletion changes, so that the episode is due for indexing
	// at once. Reads says that Access changes.
	Moved, Reads bool
	// Erase says that the store must first remove the occurrences and links of the episode, Draw
	// that it must write those of the last content.
	Erase, Draw bool
}

// ConflictError names an episode whose revisions in a store are not a prefix of the history to be
// recorded. It is an [episodic.ErrConflict].
type ConflictError struct{ Episode, Reason string }

// Error names the episode and what differs.
func (e *ConflictError) Error() string {
	return fmt.Sprintf("episode %q was recorded here on its own: %s", e.Episode, e.Reason)
}

// Is makes errors.Is(err, ErrConflict) true.
func (e *ConflictError) Is(target error) bool { return target == episodic.ErrConflict }

// PlanHistories decides what histories change in a store with the held content, by episode id. It
// leaves out those that change nothing and orders the others by id. It is a pure function, so that
// every store decides the same way. The error is a [ConflictError] for the first episode, by id,
// with a diverging history.
func PlanHistories(histories []episodic.History, held map[string]StoredHistory) ([]HistoryWrite, error) {
	histories = slices.Clone(histories)
	slices.SortFunc(histories, func(a, b episodic.History) int { return cmp.Compare(a.Last.Episode.ID, b.Last.Episode.ID) })
	var writes []HistoryWrite
	for _, h := range histories {
		w, err := planHistory(h, held[h.Last.Episode.ID])
		if err != nil {
			return nil, err
		}
		if w.Moved || w.Reads {
			writes = append(writes, w)
		}
	}
	return writes, nil
}

func planHistory(h episodic.History, held StoredHistory) (HistoryWrite, error) {
	id := h.Last.Episode.ID
	for i, c := range h.Contents {
		if c.Episode != id || c.Number != i+1 {
			return HistoryWrite{}, fmt.Errorf("the history of episode %q has revision %d of %q at place %d", id, c.Number, c.Episode, i+1)
		}
	}
	if len(h.Contents) == 0 {
		return HistoryWrite{}, fmt.Errorf("the history of episode %q is empty", id)
	}
	if reason := differs(held.Revisions, h.Contents); reason != "" {
		return HistoryWrite{}, &ConflictError{Episode: id, Reason: reason}
	}
	before := held.head()
	last := h.Contents[len(h.Contents)-1]
	w := HistoryWrite{
		Write: intake.Write{
			Prepared: h.Last, Before: before, Change: episodic.ChangeUnchanged, Revision: last.Number,
			RecordedAt: last.RecordedAt, FirstRecordedAt: h.Contents[0].RecordedAt,
		},
		Added: h.Contents[len(held.Revisions):], DeletedAt: h.DeletedAt, Access: h.Access,
	}
	present := h.DeletedAt.IsZero()
	switch {
	case before.Revision == 0:
		w.Change = episodic.ChangeCreated
	case len(w.Added) > 0:
		w.Change = episodic.ChangeRevised
	case present && !before.Present:
		w.Change = episodic.ChangeRestored
	}
	w.Moved = len(w.Added) > 0 || !h.DeletedAt.Equal(held.DeletedAt)
	w.Reads = !equal(h.Access, held.Access)
	w.Erase = w.Moved && before.Present
	w.Draw = w.Moved && present
	return w, nil
}

// differs says why some revisions are not a prefix of a history; empty if they are.
func differs(held, history []episodic.Content) string {
	if len(held) > len(history) {
		return fmt.Sprintf("%d revisions are here, %d there", len(held), len(history))
	}
	for i, h := range held {
		switch c := history[i]; {
		case h.Number != c.Number:
			return fmt.Sprintf("revision %d is missing here", c.Number)
		case h.Hash != c.Hash:
			return fmt.Sprintf("revision %d has another content", h.Number)
		case !h.RecordedAt.Equal(c.RecordedAt):
			return fmt.Sprintf("revision %d was recorded at another time", h.Number)
		}
	}
	return ""
}

func (h StoredHistory) head() episodic.Head {
	if len(h.Revisions) == 0 {
		return episodic.Head{}
	}
	last := h.Revisions[len(h.Revisions)-1]
	return episodic.Head{
		Present: h.DeletedAt.IsZero(), Revision: last.Number, Hash: last.Hash,
		RecordedAt: last.RecordedAt, FirstRecordedAt: h.Revisions[0].RecordedAt,
	}
}

func equal(a episodic.Access, b episodic.Access) bool {
	return a.Count == b.Count && a.LastAt.Equal(b.LastAt)
}
