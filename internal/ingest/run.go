package ingest

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/agentrun"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/ingest/transcript"
)

// transcripts returns the sources of a folder of transcripts.
func transcripts(format Format, root string) (sources []Source, passedOver []string, err error) {
	found, passedOver, err := transcript.Find(transcript.Format(format), root)
	for _, f := range found {
		within, relErr := filepath.Rel(root, f.Path)
		if relErr != nil {
			within = filepath.Base(f.Path)
		}
		sources = append(sources, Source{Name: f.Path, Within: filepath.ToSlash(within), Open: f.Open, files: append([]string{f.Path}, f.Parts...)})
	}
	return sources, passedOver, err
}

// runs yields the runs of a source of transcripts.
func runs(format Format, s Source, yield func(document) bool) {
	in, err := s.Open()
	if err != nil {
		yield(document{name: s.Name, err: fmt.Errorf("open the file: %w", err)})
		return
	}
	defer in.Close()
	transcript.Read(transcript.Format(format), s.Name, in, func(t transcript.Transcript) bool {
		return yield(document{name: t.Name, told: &t, err: t.Err})
	})
}

// readRunTask makes the task of a run.
func readRunTask(t *task, told transcript.Transcript, with redactor) *task {
	p, entries, err := readRun(told, with)
	t.item.Episode, t.item.Entries = p.Episode.ID, entries
	if err != nil {
		t.item.refuse(err)
		return t
	}
	t.holds(p)
	return t
}

// readRun maps a run to an episode, after personal data and secrets in it were redacted, with an entry for everything that is not in it.
func readRun(told transcript.Transcript, with redactor) (episodic.Prepared, []Entry, error) {
	r := newReading()
	if err := r.redact(with, &told); err != nil {
		return episodic.Prepared{}, r.entries, err
	}
	e, account := agentrun.Map(told.Run)
	stored, merged, refused := account.Count(agentrun.FateStored), account.Count(agentrun.FateMerged), account.Count(agentrun.FateRefused)
	r.say(RuleSteps, "", "%d steps: %d stored, %d merged, %d refused", len(account.Entries), stored, merged, refused)
	reasons := account.Reasons()
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		if !strings.HasPrefix(reason, "unknown record") {
			r.say(RuleStepRefused, "", "%d steps: %s", reasons[reason], reason)
		}
	}
	traced := map[agentrun.Rule]int{}
	for _, l := range e.Links {
		traced[agentrun.RuleOf(l)]++
	}
	for _, rule := range agentrun.Rules() {
		if traced[rule] > 0 {
			r.say(RuleTraced, "links", "%d links: %s", traced[rule], rule)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(told.Unknown)) {
		u := told.Unknown[kind]
		r.say(RuleUnknownRecord, "", "%d records: %s", u.Count, kind)
		if u.Sample != nil {
			r.extra["unknown record: "+kind] = u.Sample
		}
	}
	for _, b := range told.Broken {
		r.say(RuleBrokenRecord, b.Place, "%s", b.Reason)
	}
	if told.Dropped > 0 {
		r.say(RuleStepDropped, "", "%d steps", told.Dropped)
	}
	if told.Cut > 0 {
		r.say(RuleCutText, "", "%d texts", told.Cut)
	}
	r.extra[agentrun.ExtraName] = account.Extra(told.Dropped)
	e.Extra = r.extra
	if strings.TrimSpace(e.Task) == "" {
		r.say(RuleEmptyTask, "task", "the run says no task")
	}
	p, err := intake.Prepare(e)
	if err != nil {
		return episodic.Prepared{Episode: e}, r.entries, fmt.Errorf("map the run: %w", err)
	}
	return p, r.entries, nil
}

// runApart is a run as a line of an export, which a service reads unchanged.
func runApart(s Source, d document, with redactor) Apart {
	within, _ := with.name(s.within(d.name))
	a := Apart{Name: d.name, Within: within, Err: d.err}
	if d.told == nil || d.err != nil {
		return a
	}
	p, entries, err := readRun(*d.told, with)
	if err != nil {
		a.Err = err
		return a
	}
	a.Entries = entries
	a.Content, a.Err = archive.Line(p)
	return a
}
