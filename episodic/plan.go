package episodic

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"
)

// Head is what a store knows of an episode id, present or deleted. The zero Head is an id
// that was never recorded.
type Head struct {
	// Present says that the episode is there and not deleted.
	Present bool
	// Revision is the number of the last revision; 0 when there is none.
	Revision int
	// Hash is the content hash of the last revision.
	Hash                        string
	RecordedAt, FirstRecordedAt time.Time
}

// Write is what becomes of one episode in a call of [Store.RecordEpisodes].
type Write struct {
	Prepared
	// Before is what the store knew.
	Before Head
	Change Change
	// Pending are the ends in other episodes that are not recorded yet, sorted.
	Pending []string
	// Revision and the times are those of the episode after the write.
	Revision                    int
	RecordedAt, FirstRecordedAt time.Time
}

// Plan decides what becomes of each episode, from what the store knows of their ids. It is a
// pure function, so that every store decides alike.
func Plan(episodes []Prepared, heads map[string]Head, now time.Time) []Write {
	writes := make([]Write, len(episodes))
	for i, p := range episodes {
		writes[i] = planOne(p, heads[p.Episode.ID], now)
	}
	return writes
}

func planOne(p Prepared, before Head, now time.Time) Write {
	w := Write{
		Prepared: p, Before: before, Revision: before.Revision,
		RecordedAt: before.RecordedAt, FirstRecordedAt: before.FirstRecordedAt,
	}
	switch {
	case before.Revision == 0:
		w.Change, w.Revision, w.RecordedAt, w.FirstRecordedAt = ChangeCreated, 1, now, now
	case before.Hash != p.Hash:
		w.Change, w.Revision, w.RecordedAt = ChangeRevised, before.Revision+1, now
	case !before.Present:
		w.Change = ChangeRestored
	default:
		w.Change = ChangeUnchanged
	}
	return w
}

// Changed returns the writes that change something, by episode id.
func Changed(writes []Write) []Write {
	changed := slices.DeleteFunc(slices.Clone(writes), func(w Write) bool { return w.Change == ChangeUnchanged })
	slices.SortFunc(changed, func(a, b Write) int { return cmp.Compare(a.Episode.ID, b.Episode.ID) })
	return changed
}

// Receipts acknowledges the writes of one call, once they are committed.
func Receipts(project string, writes []Write) []Receipt {
	out := make([]Receipt, len(writes))
	for i, w := range writes {
		out[i] = Receipt{
			Project: project, Episode: w.Episode.ID, Revision: w.Revision, Hash: w.Hash,
			Change: w.Change, State: StateApplied, PendingLinks: w.Pending,
		}
		if w.Change == ChangeRevised {
			out[i].Replaced = w.Before.Revision
		}
	}
	return out
}

// ForeignKeys returns the ends of links, in episodes outside this call, that a store has to
// look up before [FindPending]: distinct and sorted.
func ForeignKeys(writes []Write) []string {
	own := map[string]bool{}
	for _, w := range writes {
		own[w.Episode.ID] = true
	}
	var ask []string
	for _, w := range writes {
		for key := range w.Foreign {
			if other, _, _ := SplitKey(key); !own[other] {
				ask = append(ask, key)
			}
		}
	}
	slices.Sort(ask)
	return slices.Compact(ask)
}

// FindPending fills in Pending: the ends in other episodes that neither present, the keys
// that the store has, nor this call holds. With strict they are an [InvalidError] with
// CodeDanglingReference.
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
	var problems []Problem
	for i := range writes {
		w := &writes[i]
		for _, key := range slices.Sorted(maps.Keys(w.Foreign)) {
			if !held[key] {
				w.Pending = append(w.Pending, key)
				problems = append(problems, inBatch([]Problem{dangling(w.Foreign[key], key)}, i, len(writes))...)
			}
		}
	}
	if strict && len(problems) > 0 {
		return &InvalidError{Problems: problems}
	}
	return nil
}

func dangling(path, key string) Problem {
	return Problem{
		Path: path, Code: CodeDanglingReference,
		Message: fmt.Sprintf("there is no occurrence %q in this project; record its episode first", key),
	}
}
