package app_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/archive"
	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/audit"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/ingest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/moving"
	"github.com/causeway-memory/causeway/internal/soak"
	"github.com/causeway-memory/causeway/internal/storetest"
	"github.com/causeway-memory/causeway/patterns"
)

// side is one memory with everything that a project can hold.
type side struct {
	*testing.T
	moving.Store
	project  string
	episodes *memory.Episodes
	causes   *memory.Causes
	patterns *memory.Patterns
}

func sideOf(t *testing.T, s storetest.Set, project string) side {
	t.Helper()
	whole, ok := s.Graph.(moving.Store)
	if !ok {
		t.Fatalf("%T does not hold everything", s.Graph)
	}
	f, p := factorsOf(t, s), patternsOf(t, s)
	return side{t, whole, project, memory.NewEpisodes(memory.EpisodeParts{Store: s.Graph}, time.Now), f.service, p.service}
}

// export returns the lines of an export, and its report.
func (s side) export(revisions bool) ([]string, moving.Report) {
	s.Helper()
	var lines []string
	write := func(line []byte) error { lines = append(lines, string(line)); return nil }
	var report moving.Report
	var err error
	report.ExportReport, err = s.episodes.Archive.Export(s.Context(), archive.ExportOptions{Project: s.project, Revisions: revisions}, write, nil)
	must(s.T, err)
	must(s.T, moving.Export(s.Context(), s.Store, &report, true, write))
	return lines, report
}

// factors returns the fingerprint of the factors.
func (s side) factors() string { return factorStore{s.Store, s.causes}.fingerprint(s, s.project) }

// take imports lines.
func (s side) take(lines []string, dry bool) ingest.Report {
	s.Helper()
	o := ingest.Options{
		Project: s.project, BatchEpisodes: 7, Wait: episodic.StateApplied, DryRun: dry,
		Parts: moving.Taker{Store: s.Store, Now: time.Now, DryRun: dry},
	}
	var to ingest.Recorder = s.episodes.Recording
	if dry {
		to = s.episodes.Recording.NewDryRun(s.project)
	}
	report, err := ingest.Import(s.Context(), to, o, []ingest.Source{ingest.Document("x.jsonl", []byte(strings.Join(lines, "")))}, nil)
	must(s.T, err)
	return report
}

// fill makes a random project.
func (s side) fill(r *rand.Rand) {
	s.Helper()
	ctx, texts := s.Context(), []string{"The build broke", "The disk is full", "A test failed", "The tide <turned> & \"rose\""}
	var ids []string
	for n := range 4 + r.IntN(8) {
		id := fmt.Sprintf("e%d", n)
		ids = append(ids, id)
		for range 1 + r.IntN(3) {
			e := episodic.Episode{ID: id, Task: fmt.Sprint("task ", r.IntN(5)), Outcome: episodic.Outcomes()[r.IntN(4)]}
			for i := range 1 + r.IntN(3) {
				e.Events = append(e.Events, episodic.Event{ID: fmt.Sprint("v", i), Type: episodic.EventError, Content: texts[r.IntN(len(texts))]})
			}
			_, err := s.episodes.Recording.RecordAll(ctx, s.project, []episodic.Episode{e}, false, episodic.StateApplied)
			must(s.T, err)
		}
	}
	must(s.T, s.causes.Derive.Derive(ctx, s.project, nil))
	s.decide(r, texts)
	s.learn(r, texts, ids)
	s.capture(r)
	gone := episodic.Episode{ID: "gone", Task: "be deleted", Outcome: episodic.OutcomeFailure}
	for range 1 + r.IntN(2) {
		gone.Lessons = append(gone.Lessons, "one more")
		_, err := s.episodes.Recording.RecordAll(ctx, s.project, []episodic.Episode{gone}, false, episodic.StateApplied)
		must(s.T, err)
	}
	must(s.T, s.Store.(episodic.Store).RecordAccess(ctx, s.project, map[string]int64{"gone": 3}, time.Now()))
	must(s.T, s.Store.(episodic.Store).DeleteEpisode(ctx, s.project, "gone", time.Now()))
	log := audit.New(s.Store, time.Now, func(context.Context) string { return "ann" })
	for n := range 1 + r.IntN(3) {
		must(s.T, log.Add(ctx, s.project, audit.Purge, ids[0], n))
	}
}

func occurred(text string) factor.Identity {
	return factor.Identity{Variable: "error: " + text, State: factor.StateOccurred}
}

func (s side) decide(r *rand.Rand, texts []string) {
	ctx := s.Context()
	merge := derive.MergeRequest{Project: s.project, From: []string{occurred(texts[0]).Key()}, Into: occurred(texts[2]).Key(), Note: "the same"}
	_ = s.causes.Derive.Merge(ctx, merge) // no episode may have one of them
	if r.IntN(2) == 0 {
		must(s.T, s.causes.Derive.SetShown(ctx, s.project, link.ShowStrict))
		must(s.T, s.causes.Derive.SetNullRate(ctx, s.project, contribution.NullHalf))
	}
	_ = s.causes.Derive.DeclareClosed(ctx, s.project, []string{occurred(texts[1]).Variable}, "fine", true) // likewise
	for n := range r.IntN(9) {
		_, err := s.causes.Derive.RecordLinks(ctx, s.project, []link.Statement{{
			Source: factor.Identity{Variable: "weather", State: fmt.Sprint("storm ", n)}, Relation: episodic.RelationCauses, Target: occurred(texts[r.IntN(4)]),
			Origin: "an analyst", Strength: new(r.Float64()/2 + .1), Note: "said <so>", Episodes: []string{"e1"},
		}})
		must(s.T, err)
	}
}

func (s side) learn(r *rand.Rand, texts, ids []string) {
	ctx := s.Context()
	for n := range 1 + r.IntN(5) {
		name := fmt.Sprint("pattern ", n)
		_, err := s.patterns.Catalog.Add(ctx, patterns.AddRequest{Project: s.project, Name: name, Episodes: ids[:r.IntN(3)], Definition: patterns.Definition{
			Category: patterns.CategoryRecovery, Summary: "Read first.", Trigger: "the build broke", Action: "read the log of " + name,
			Matches: []patterns.Match{{Then: []factor.Identity{occurred(texts[r.IntN(4)])}}},
			Leads:   []patterns.Leads{{Relation: episodic.RelationCauses, Pattern: patterns.KeyOf("not there yet"), Name: "not there yet"}},
		}})
		must(s.T, err)
		for range r.IntN(3) {
			_, err := s.patterns.Catalog.Update(ctx, patterns.UpdateRequest{
				Project: s.project, Key: patterns.KeyOf(name), Reason: "said better", Edit: func(d *patterns.Definition) { d.Summary = fmt.Sprint("Stay ", r.IntN(99)) },
			})
			must(s.T, err)
		}
		if r.IntN(2) == 0 {
			_, err := s.patterns.Catalog.Apply(ctx, patterns.ApplicationRequest{
				Project: s.project, Key: patterns.KeyOf(name), Episode: ids[r.IntN(len(ids))],
				Application: patterns.Application{Outcome: episodic.OutcomeSuccess, Note: "it helped", TimeSaved: new(12.5)},
			})
			must(s.T, err)
		}
		if r.IntN(3) == 0 {
			must(s.T, s.patterns.Catalog.Deprecate(ctx, patterns.DeprecateRequest{Project: s.project, Key: patterns.KeyOf(name), Reason: "nobody does"}))
		}
	}
}

func (s side) capture(r *rand.Rand) {
	var events []execution.Event
	for n := range 1 + r.IntN(30) {
		events = append(events, execution.Event{
			ID: fmt.Sprintf("123e4567-e89b-42d3-a456-%012d", n), Workflow: fmt.Sprint("wf-", r.IntN(3)), Type: execution.TypeTaskComplete,
			At: time.UnixMilli(1_777_777_777_000 + r.Int64N(1000)), Data: []byte(fmt.Sprintf(`{"context":{"domain":"D%d"},"z":%d,"a":"<&>"}`, r.IntN(3), n)),
		})
	}
	prepared, err := execution.Prepare(events, nil)
	must(s.T, err)
	recorded := make([]time.Time, len(events))
	for i := range recorded {
		recorded[i] = time.UnixMilli(1_777_777_790_000 + int64(i))
	}
	_, err = s.PutEvents(s.Context(), s.project, prepared, recorded, time.Now())
	must(s.T, err)
	must(s.T, s.PutCompletion(s.Context(), s.project, events[0].Workflow, execution.Completion{Task: "all", Outcome: episodic.OutcomeSuccess, Lessons: []string{"one"}}))
}

// recordedAt is what an import records anew.
var (
	recordedAt = regexp.MustCompile(`"(recorded_at|project)":"[^"]*"`)
	number     = regexp.MustCompile(`"revision":\d+`)
)

func unrecorded(lines []string, revisions bool) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = line
		if !moving.Is([]byte(line)) {
			out[i] = recordedAt.ReplaceAllString(line, "")
			if !revisions {
				out[i] = number.ReplaceAllString(out[i], "")
			}
		}
	}
	return out
}

// A random project that is exported and imported is the same, on any engines, and importing it again changes
// nothing.
func TestCopy_ExportIsWhole(t *testing.T) {
	for why, c := range map[string]struct {
		from, to storetest.Open
		rounds   int
	}{
		"embedded to native":   {embedded, native, 3},
		"native to embedded":   {native, embedded, 3},
		"embedded to embedded": {embedded, embedded, 20},
	} {
		t.Run(why, func(t *testing.T) {
			seen := map[moving.Kind]int{}
			for round := range soak.Rounds(c.rounds) {
				r := soak.Rand(71, uint64(round))
				project := enginetest.Project(t)
				from, to := sideOf(t, c.from(t, t.TempDir()), project), sideOf(t, c.to(t, t.TempDir()), project)
				from.fill(r)
				revisions := r.IntN(2) == 0
				lines, exported := from.export(revisions)
				for kind, n := range exported.Parts {
					seen[kind] += n
				}

				dry := to.take(lines, true)
				if dry.Totals.Refused+dry.Totals.NotWritten > 0 {
					t.Fatalf("round %d: a dry run refuses: %+v", round, firstBad(dry))
				}
				if _, err := to.episodes.Reading.Project(t.Context(), project); err == nil {
					t.Fatalf("round %d: a dry run made the project", round)
				}
				report := to.take(lines, false)
				if bad := firstBad(report); bad != nil {
					t.Fatalf("round %d: %+v", round, bad)
				}
				again, imported := to.export(revisions)
				if diff := cmp.Diff(unrecorded(lines, revisions), unrecorded(again, revisions)); diff != "" {
					t.Fatalf("round %d (-exported +exported again):\n%s", round, diff)
				}
				if exported.Whole != imported.Whole || exported.Whole == "" {
					t.Errorf("round %d: the fingerprints are %s and %s", round, exported.Whole, imported.Whole)
				}
				must(t, to.causes.Derive.Derive(t.Context(), project, nil))
				if there, here := from.factors(), to.factors(); there != here {
					t.Errorf("round %d: the factors have the fingerprints %s and %s", round, there, here)
				}
				repeated := to.take(lines, false)
				if repeated.Totals.NewParts > 0 || firstBad(repeated) != nil {
					t.Errorf("round %d: importing it again changes: %+v", round, repeated.Totals)
				}
			}
			for _, kind := range moving.Kinds() {
				if seen[kind] == 0 {
					t.Errorf("no round had a %s", kind)
				}
			}
		})
	}
}

func firstBad(r ingest.Report) *ingest.Item {
	i := slices.IndexFunc(r.Items, func(i ingest.Item) bool {
		return i.Status == ingest.StatusRefused || i.Status == ingest.StatusNotWritten
	})
	if i < 0 {
		return nil
	}
	return &r.Items[i]
}

// A line that was changed is refused with its number, and so is one that contradicts what is there; the others are taken.
func TestCopy_ExportDamaged(t *testing.T) {
	from, to := sideOf(t, embedded(t, t.TempDir()), "p"), sideOf(t, embedded(t, t.TempDir()), "p")
	from.fill(soak.Rand(72, 1))
	lines, _ := from.export(false)
	for round := range soak.Rounds(200) {
		r := soak.Rand(73, uint64(round))
		at := r.IntN(len(lines))
		begin := strings.Index(lines[at], `"kind":`)
		if begin < 0 {
			continue // a line of an episode
		}
		line := []byte(lines[at])
		turned := begin + r.IntN(len(line)-1-begin)
		if line[turned] ^= 1 << r.IntN(7); line[turned] == '\n' {
			continue // it is two lines then
		}
		if strings.EqualFold(string(line), lines[at]) && turned < strings.Index(lines[at], `"record":`)+len(`"record"`) {
			continue // the names of a line are read in any case
		}
		damaged := slices.Clone(lines)
		damaged[at] = string(line)
		report := to.take(damaged, true)
		item := report.Items[at]
		if item.Status != ingest.StatusRefused || item.File != fmt.Sprint("x.jsonl:", at+1) {
			t.Errorf("round %d: line %d with a turned bit is %s (%s): %s", round, at+1, item.Status, item.File, line)
		}
		if n := report.Totals.Refused + report.Totals.NotWritten; n != 1 {
			t.Errorf("round %d: %d lines were refused for one: %+v", round, n, firstBad(report))
		}
	}
	to.take(lines, false)
	_, err := to.patterns.Catalog.Update(t.Context(), patterns.UpdateRequest{
		Project: "p", Key: patterns.KeyOf("pattern 0"), Reason: "here", Edit: func(d *patterns.Definition) { d.Summary = "Otherwise." },
	})
	must(t, err)
	_, err = from.patterns.Catalog.Update(t.Context(), patterns.UpdateRequest{
		Project: "p", Key: patterns.KeyOf("pattern 0"), Reason: "there", Edit: func(d *patterns.Definition) { d.Summary = "There." },
	})
	must(t, err)
	lines, _ = from.export(false)
	report := to.take(lines, false)
	if bad := firstBad(report); bad == nil || report.Totals.Refused != 1 || bad.Part != string(moving.KindPattern) || !strings.Contains(bad.Reason, "changed otherwise here") {
		t.Errorf("a pattern that was changed on both sides: %+v, %+v", report.Totals, bad)
	}
}
