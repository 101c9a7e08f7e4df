package ingest

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/ingest/notes"
	"github.com/causeway-memory/causeway/internal/problem"
	"github.com/causeway-memory/causeway/internal/text"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/catalog"
)

// NotePatterns is where the patterns of notes go.
type NotePatterns interface {
	PatternRecorder
	// Update changes the definition of a pattern.
	Update(ctx context.Context, r patterns.UpdateRequest) (changed bool, err error)
}

var _ NotePatterns = (*catalog.Service)(nil)

// importingNotes is one running import of notes.
type importingNotes struct {
	importing
	patterns NotePatterns
}

// addPatterns adds the patterns that are new, without their relations to others, and then brings every
// definition in line with its note.
func (run *importingNotes) addPatterns(ctx context.Context) error {
	known, err := run.knownPatterns(ctx)
	if err != nil {
		return err
	}
	for _, t := range run.tasks {
		if t.pattern == nil || t.item.Status != "" {
			continue
		}
		if err := run.settlePattern(t, run.addNew(ctx, t, known)); err != nil {
			return err
		}
	}
	for _, t := range run.tasks {
		if t.pattern == nil || t.item.Status != "" {
			continue
		}
		changed, err := run.bringInLine(ctx, t, known)
		if err := run.settlePattern(t, err); err != nil || t.item.Status != "" {
			return err
		}
		t.item.settle(episodic.Receipt{Change: patternChange(t, changed)})
		run.tell()
	}
	return nil
}

func patternChange(t *task, changed bool) episodic.Change {
	switch {
	case t.item.NewPatterns > 0:
		return episodic.ChangeCreated
	case changed:
		return episodic.ChangeRevised
	default:
		return episodic.ChangeUnchanged
	}
}

// settlePattern refuses a note for its own faults; any other error ends the import.
func (run *importingNotes) settlePattern(t *task, err error) error {
	if errors.Is(err, problem.ErrInvalid) || errors.Is(err, episodic.ErrConflict) {
		t.item.refuse(err)
		return nil
	}
	return err
}

// knownPatterns returns those of the patterns of the notes, and of those they name, that exist.
func (run *importingNotes) knownPatterns(ctx context.Context) (map[string]patterns.Pattern, error) {
	var keys []string
	for _, t := range run.tasks {
		if t.pattern == nil {
			continue
		}
		keys = append(keys, patterns.KeyOf(t.pattern.Name))
		for _, l := range slices.Concat(t.pattern.Leads, t.pattern.Related) {
			keys = append(keys, l.Key())
		}
	}
	known := map[string]patterns.Pattern{}
	if len(keys) == 0 {
		return known, nil
	}
	slices.Sort(keys)
	found, err := run.patterns.FetchPatterns(ctx, run.options.Project, slices.Compact(keys))
	if err != nil {
		return nil, fmt.Errorf("read the patterns that are there: %w", err)
	}
	for _, p := range found {
		known[p.Key] = p
	}
	return known, nil
}

// addNew adds the pattern of a note if there is none of the name, and puts it among the known ones. An
// existing one gets the episodes of other tools' notes.
func (run *importingNotes) addNew(ctx context.Context, t *task, known map[string]patterns.Pattern) error {
	key := patterns.KeyOf(t.pattern.Name)
	_, there := known[key]
	if !there {
		t.item.NewPatterns = 1
	}
	r := patterns.AddRequest{
		Project: run.options.Project, Name: t.pattern.Name, Definition: t.pattern.Definition, Claim: t.pattern.Claim,
		Episodes: t.pattern.Episodes, Origin: patterns.OriginImported,
	}
	if run.options.DryRun {
		known[key] = withDefinition(known[key], there, r)
		return nil
	}
	if there && len(r.Episodes) == 0 && sameClaim(known[key].Claim, r.Claim) {
		return nil
	}
	if _, err := run.patterns.Add(ctx, r); err != nil {
		t.item.NewPatterns = 0
		return err
	}
	if !there {
		known[key] = withDefinition(patterns.Pattern{}, false, r)
	}
	return nil
}

// withDefinition returns the pattern as it is after it was added.
func withDefinition(p patterns.Pattern, there bool, r patterns.AddRequest) patterns.Pattern {
	if !there {
		p = patterns.Pattern{Key: patterns.KeyOf(r.Name), Name: r.Name, Definition: r.WithDefaults()}
	}
	return p
}

func sameClaim(a, b *patterns.Claim) bool { return b == nil || sameJSON(a, b) }

// sameJSON reports whether two values are written alike.
func sameJSON(a, b any) bool {
	x, errX := json.Marshal(a)
	y, errY := json.Marshal(b)
	return errX == nil && errY == nil && string(x) == string(y)
}

// bringInLine gives a pattern the definition of its note, with those relations whose other patterns exist.
func (run *importingNotes) bringInLine(ctx context.Context, t *task, known map[string]patterns.Pattern) (changed bool, err error) {
	before := known[patterns.KeyOf(t.pattern.Name)]
	wanted := t.pattern.Definition.Clone()
	for i, l := range t.pattern.Leads {
		lead := patterns.Leads{Relation: episodic.Relation(l.Word), Pattern: l.Key()}
		if _, there := known[lead.Pattern]; !there {
			lead.Name = pendingName(l)
			t.item.Entries = append(t.item.Entries, Entry{
				Path: fmt.Sprintf("Causal Relationships[%d]", i), Rule: RulePendingLead, Kind: KindNoted,
				Message: fmt.Sprintf("there is no pattern %q yet; the relation is pending", shorten(lead.Name)),
			})
		}
		wanted.Leads = append(wanted.Leads, lead)
	}
	for i, l := range t.pattern.Related {
		if run.namesPattern(t, fmt.Sprintf("Relations[%d]", i), l, known) {
			wanted.Related = append(wanted.Related, patterns.Related{Relationship: patterns.Relationship(l.Word), Pattern: l.Key()})
		}
	}
	wanted = wanted.WithDefaults()
	if sameJSON(ordered(before.Definition), ordered(wanted)) {
		return false, nil
	}
	if run.options.DryRun {
		return true, nil
	}
	return run.patterns.Update(ctx, patterns.UpdateRequest{
		Project: run.options.Project, Key: patterns.KeyOf(t.pattern.Name), Reason: "The note was imported.",
		Edit: func(d *patterns.Definition) { *d = wanted.Clone() },
	})
}

// pendingName is how a pattern that is not there is called: one line, as names are.
func pendingName(l notes.PatternLink) string { return text.OneLine(l.Name()) }

// namesPattern reports whether a relation names a pattern that exists, and adds an entry if not.
func (run *importingNotes) namesPattern(t *task, place string, l notes.PatternLink, known map[string]patterns.Pattern) bool {
	if _, there := known[l.Key()]; there {
		return true
	}
	t.item.Entries = append(t.item.Entries, Entry{
		Path: place, Rule: RulePendingPattern, Kind: KindUnread,
		Message: fmt.Sprintf("there is no pattern %q; the relation is left out until the note is imported again", shorten(l.Target)),
	})
	return false
}

// ordered returns a definition with its relations in order and without the names of pending ones: in a
// note, those to factors stand elsewhere.
func ordered(d patterns.Definition) patterns.Definition {
	d = d.Clone()
	for i := range d.Leads {
		d.Leads[i].Name = ""
	}
	slices.SortFunc(d.Leads, func(a, b patterns.Leads) int {
		return cmp.Or(cmp.Compare(a.Pattern, b.Pattern), cmp.Compare(a.Factor.Key(), b.Factor.Key()), cmp.Compare(a.Relation, b.Relation))
	})
	slices.SortFunc(d.Related, func(a, b patterns.Related) int {
		return cmp.Or(cmp.Compare(a.Pattern, b.Pattern), cmp.Compare(a.Relationship, b.Relationship))
	})
	return d
}
