package intake

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// Write is the planned write of one episode in a call of [episodic.Store.RecordEpisodes].
type Write struct {
	episodic.Prepared
	// Before is the state in the store before the write.
	Before episodic.Head
	Change episodic.Change
	// Pending are the link ends in other episodes that are not recorded yet, sorted.
	Pending []string
	// Revision and the times describe the episode after the write.
	Revision                    int
	RecordedAt, FirstRecordedAt time.Time
}

// Plan decides the change of each episode from the heads in the store. It is a pure function, so
// that every store decides the same way.
func Plan(episodes []episodic.Prepared, heads map[string]episodic.Head, now time.Time) []Write {
	writes := make([]Write, len(episodes))
	for i, p := range episodes {
		writes[i] = planOne(p, heads[p.Episode.ID], now)
	}
	return writes
}

func planOne(p episodic.Prepared, before episodic.Head, now time.Time) Write {
	w := Write{
		Prepared: p, Before: before, Revision: before.Revision,
		RecordedAt: before.RecordedAt, FirstRecordedAt: before.FirstRecordedAt,
	}
	switch {
	case before.Revision == 0:
		w.Change, w.Revision, w.RecordedAt, w.FirstRecordedAt = episodic.ChangeCreated, 1, now, now
	case before.Hash != p.Hash:
		w.Change, w.Revision, w.RecordedAt = episodic.ChangeRevised, before.Revision+1, now
	case !before.Present:
		w.Change = episodic.ChangeRestored
	default:
		w.Change = episodic.ChangeUnchanged
	}
	return w
}

// Changed returns the writes that change something, ordered by episode id.
func Changed(writes []Write) []Write {
	changed := slices.DeleteFunc(slices.Clone(writes), func(w Write) bool { return w.Change == episodic.ChangeUnchanged })
	slices.SortFunc(changed, func(a, b Write) int { return cmp.Compare(a.Episode.ID, b.Episode.ID) })
	return changed
}

// Receipts acknowledges the writes of one call, once they are committed.
func Receipts(project string, writes []Write) []episodic.Receipt {
	out := make([]episodic.Receipt, len(writes))
	for i, w := range writes {
		out[i] = episodic.Receipt{
			Project: project, Episode: w.Episode.ID, Revision: w.Revision, Hash: w.Hash,
			Change: w.Change, State: episodic.StateApplied, PendingLinks: w.Pending,
		}
		if w.Change == episodic.ChangeRevised {
			out[i].Replaced = w.Before.Revision
		}
	}
	return out
}

// ForeignKeys returns the link ends in episodes outside this call, without duplicates and
// sorted. A store must look them up before it calls [FindPending].
func ForeignKeys(writes []Write) []string {
	own := map[string]bool{}
	for _, w := range writes {
		own[w.Episode.ID] = true
	}
	var ask []string
	for _, w := range writes {
		for key := range w.Foreign {
			if other, _, _ := episodic.SplitKey(key); !own[other] {
				ask = append(ask, key)
			}
		}
	}
	slices.Sort(ask)
	return slices.Compact(ask)
}

// FindPending fills in Pending: the ends in other episodes that are neither in present, the keys
// in the store, nor in this call. With strict it returns a [problem.InvalidError] with
// CodeDanglingReference if there are any.
func FindPending(writes []Write, present map[string]bool, strict bool) error {
	held := maps.Clone(present)
	if held == nil {
		held = map[string]bool{}
	}
	for _, w := range writes {
		for _, o := range w.Occurrences {
			held[o.Key] = true
		}
	}
	var c problem.Checker
	for i := range writes {
		w := &writes[i]
		for _, key := range slices.Sorted(maps.Keys(w.Foreign)) {
			if !held[key] {
				w.Pending = append(w.Pending, key)
				c.Add(InBatch([]problem.Problem{dangling(w.Foreign[key], key)}, i, len(writes))...)
			}
		}
	}
	if strict {
		return c.Err()
	}
	return nil
}

func dangling(path, key string) problem.Problem {
	return problem.Problem{
		Path: path, Code: problem.CodeDanglingReference,
		Message: fmt.Sprintf("there is no occurrence %q in this project; record its episode first", key),
	}
}
