package storetest

import (
	"cmp"
	"context"
	"slices"
	"time"

	"pgregory.net/rapid"

	"github.com/causeway-memory/causeway/internal/ledger"
)

// AddEntry adds an entry to the ledger.
type AddEntry struct {
	Project   int
	Kind, Key string
	Data      string
	// Minutes is how long it is kept.
	Minutes  int
	Outlives bool
}

func (w *world) entryID(project int, kind, key string) ledger.ID {
	return ledger.ID{Kind: kind, Project: w.project(project), Key: key}
}

func (c AddEntry) run(ctx context.Context, w *world) (any, error) {
	return nil, w.ledger.AddEntry(ctx, ledger.Entry{
		ID: w.entryID(c.Project, c.Kind, c.Key), Data: []byte(c.Data), CreatedAt: w.now,
		ExpiresAt: w.now.Add(time.Duration(c.Minutes) * time.Minute), Outlives: c.Outlives,
	})
}

// ReplaceEntry replaces an entry with the right version or a wrong one.
type ReplaceEntry struct {
	Project   int
	Kind, Key string
	Data      string
	Minutes   int
	// Off is added to the version.
	Off int
}

func (c ReplaceEntry) run(ctx context.Context, w *world) (any, error) {
	id := w.entryID(c.Project, c.Kind, c.Key)
	held, err := ledger.Get(ctx, w.ledger, id)
	if err != nil {
		held = ledger.Entry{ID: id}
	}
	held.Version, held.Data = held.Version+1+c.Off, []byte(c.Data)
	held.ExpiresAt = w.now.Add(time.Duration(c.Minutes) * time.Minute)
	return nil, w.ledger.ReplaceEntry(ctx, held)
}

// RemoveEntry removes an entry with the right version or a wrong one.
type RemoveEntry struct {
	Project   int
	Kind, Key string
	Off       int
}

func (c RemoveEntry) run(ctx context.Context, w *world) (any, error) {
	id := w.entryID(c.Project, c.Kind, c.Key)
	held, err := ledger.Get(ctx, w.ledger, id)
	if err != nil {
		held = ledger.Entry{ID: id}
	}
	return nil, w.ledger.RemoveEntry(ctx, id, held.Version+c.Off)
}

// SweepEntries removes expired entries. On shared engines it does nothing, because expired entries may
// belong to others.
type SweepEntries struct{}

func (c SweepEntries) run(ctx context.Context, w *world) (any, error) {
	if !w.alone {
		return nil, nil
	}
	return w.ledger.SweepEntries(ctx, w.now, everything)
}

// Entries reads all entries of a project and kind, by their keys and page by page.
type Entries struct {
	Project int
	Kind    string
	Size    int
}

func (c Entries) run(ctx context.Context, w *world) (any, error) {
	id := w.entryID(c.Project, c.Kind, "")
	named, err := w.ledger.GetEntries(ctx, id.Kind, id.Project, append(entryKeys(), "unknown", entryKeys()[0]))
	if err != nil {
		return nil, err
	}
	slices.SortFunc(named, func(a, b ledger.Entry) int { return cmp.Compare(a.Key, b.Key) })
	var listed []ledger.Entry
	for q := (ledger.Query{Kind: id.Kind, Project: id.Project, Limit: c.Size}); ; {
		page, err := w.ledger.ListEntries(ctx, q)
		if err != nil {
			return nil, err
		}
		listed = append(listed, page...)
		if len(page) < c.Size {
			return [][]ledger.Entry{named, listed}, nil
		}
		q.Before = page[len(page)-1].Key
	}
}

// clearLedger removes all entries about the projects, including those that outlive them.
func (w *world) clearLedger(ctx context.Context) error {
	for i := range projects {
		for _, kind := range append(entryKinds(), "") { // a shrunk sequence may have no kind
			held, err := w.ledger.ListEntries(ctx, ledger.Query{Kind: kind, Project: w.project(i), Limit: everything})
			if err != nil {
				return err
			}
			for _, e := range held {
				if err := w.ledger.RemoveEntry(ctx, e.ID, e.Version); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func entryKinds() []string { return []string{"call", "Call"} }

func entryKeys() []string { return []string{"k1", "K1", "ß'\"\\", "k1 "} }

func drawEntryKey(t *rapid.T) (project int, kind, key string) {
	return drawProject(t), one("call", "call", "Call").Draw(t, "kind"), one(entryKeys()...).Draw(t, "entry")
}

func drawAddEntry(t *rapid.T) Command {
	p, kind, key := drawEntryKey(t)
	return AddEntry{p, kind, key, one(parts()...).Draw(t, "data"), below(t, 20), rapid.Bool().Draw(t, "outlives")}
}

func drawReplaceEntry(t *rapid.T) Command {
	p, kind, key := drawEntryKey(t)
	return ReplaceEntry{p, kind, key, maybe(parts()).Draw(t, "data"), below(t, 20), one(0, 0, 0, -1, 1).Draw(t, "off")}
}

func drawRemoveEntry(t *rapid.T) Command {
	p, kind, key := drawEntryKey(t)
	return RemoveEntry{p, kind, key, one(0, 0, 0, -1, 1).Draw(t, "off")}
}

func drawSweepEntries(*rapid.T) Command { return SweepEntries{} }

func ledgerRecipe() recipe {
	return recipe{steps: 15, checks: ledgerChecks, embedded: 12, server: 4, commands: commands(
		drawAddEntry, drawAddEntry, drawAddEntry, drawReplaceEntry, drawReplaceEntry, drawRemoveEntry, drawSweepEntries,
		drawRecord(false), drawPurgeProject,
	)}
}

// ledgerChecks reads all entries, and the projects, which entries do not affect.
func ledgerChecks(w *world) func(int) []Command {
	return func(done int) []Command {
		var all []Command
		for p := range projects {
			for _, kind := range entryKinds() {
				all = append(all, Entries{p, kind, 2})
			}
			all = append(all, Snapshot{p})
		}
		if w.alone || done < 0 {
			return all
		}
		return []Command{all[done%len(all)]}
	}
}
