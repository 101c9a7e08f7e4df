package app_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/storetest"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/evidence"
)

// patternWalk is a random history of a project with patterns, with counts kept by hand.
type patternWalk struct {
	*testing.T

	graph    storetest.Graph
	store    patterns.Store
	factors  *memory.Causes
	layer    derive.Store
	service  *memory.Patterns
	project  string
	r        *rand.Rand
	clock    time.Time
	episodes map[string]plainEpisode
	// deleted can be restored; snow says that snow is merged into rain, dry that rain is a closed
	// variable.
	deleted   map[string]plainEpisode
	snow, dry bool
	patterns  map[string]*plainPattern
	log       []string
}

// plainEpisode is an episode: what fell, which tool was taken, and how it ended.
type plainEpisode struct {
	weather, tool string
	outcome       episodic.Outcome
}

// plainPattern is a pattern as it was defined: what must have fallen, which tools count as taken,
// and for which episodes somebody recorded an application.
type plainPattern struct {
	weather string
	tools   []string
	applied map[string]episodic.Outcome
}

// TestPatterns_countWhatIsThere goes through random writes, retries, deletes, restores and purges
// of episodes, merges and splits of factors, closed worlds, rebuilds, applications, merges of
// patterns and validations, on both engine sets, and counts by hand after each step.
func TestPatterns_countWhatIsThere(t *testing.T) {
	for name, open := range map[string]storetest.Open{"embedded": embedded, "native": native} {
		t.Run(name, func(t *testing.T) {
			set := open(t, t.TempDir())
			for seed := range uint64(3) {
				w := &patternWalk{
					T: t, graph: set.Graph, store: patternsOf(t, set).store, layer: factorsOf(t, set).store, project: fmt.Sprintf("%s-%d", enginetest.Project(t), seed),
					r: rand.New(rand.NewPCG(3, seed)), clock: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC),
					episodes: map[string]plainEpisode{}, deleted: map[string]plainEpisode{}, patterns: map[string]*plainPattern{},
				}
				now := func() time.Time { return w.clock }
				w.factors = memory.NewCauses(memory.CauseParts{Links: set.Graph, Occurrences: set.Graph, Factors: w.layer}, now)
				w.service = memory.NewPatterns(memory.PatternParts{Patterns: w.store, Factors: w.layer, Episodes: set.Graph}, now)
				w.walk(60)
			}
		})
	}
}

func (w *patternWalk) walk(steps int) {
	for i := range 4 {
		w.record(fmt.Sprintf("e%d", i))
	}
	for range steps {
		w.clock = w.clock.Add(time.Second)
		w.step(fmt.Sprintf("e%d", w.r.IntN(7)))
		w.check()
	}
	report, err := w.service.Validation.Validate(w.Context(), w.project, nil, patterns.Criteria{})
	if w.must(err); report.Mended > 0 {
		w.Errorf("the last validation mended %d rows", report.Mended)
	}
	w.check()
}

func (w *patternWalk) say(format string, args ...any) {
	w.log = append(w.log, fmt.Sprintf(format, args...))
}

func (w *patternWalk) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatalf("%v\n%s", err, strings.Join(w.log, "\n"))
	}
}

func (w *patternWalk) step(id string) {
	_, there := w.episodes[id]
	switch n := w.r.IntN(13); {
	case n < 3:
		w.record(id)
	case n < 5:
		w.remove(id, n == 4)
	case n == 5:
		if told, gone := w.deleted[id]; gone {
			w.say("restore %s", id)
			_, err := w.graph.RestoreEpisode(w.Context(), w.project, id, w.clock)
			w.must(err)
			w.episodes[id] = told
			delete(w.deleted, id)
		}
	case n == 6:
		w.turnSnow()
	case n == 7:
		w.say("dry %v", !w.dry)
		w.must(w.factors.Derive.DeclareClosed(w.Context(), w.project, []string{"rain"}, "none", !w.dry))
		w.dry = !w.dry
	case n == 8:
		w.say("rebuild")
		w.must(w.layer.InvalidateLayer(w.Context(), w.project))
		for derived := 1; derived > 0; {
			var err error
			derived, err = w.layer.RefreshSome(w.Context(), w.project, 2)
			w.must(err)
		}
	case n == 9:
		w.merge()
	case n == 10:
		w.add(id)
	case n == 11 && there && len(w.patterns) > 0:
		w.apply(id)
	case n == 12:
		w.say("validate")
		_, err := w.service.Validation.Validate(w.Context(), w.project, nil, patterns.Criteria{})
		w.must(err)
	}
}

var fallen = []string{"", "rain", "snow"}

var tools = []string{"", "spade", "broom", "sponge"}

// record writes an episode; one that exists is repeated unchanged half of the time.
func (w *patternWalk) record(id string) {
	told, there := w.episodes[id]
	if !there || w.r.IntN(2) == 0 {
		told = plainEpisode{fallen[w.r.IntN(3)], tools[w.r.IntN(4)], episodic.Outcomes()[w.r.IntN(4)]}
	}
	w.say("record %s %+v", id, told)
	e := episodic.Episode{ID: id, Outcome: told.outcome}
	if told.weather != "" {
		e.Events = []episodic.Event{{ID: "v1", Type: episodic.EventTest, Factor: told.weather}}
	}
	if told.tool != "" {
		e.Decisions = []episodic.Decision{{ID: "d1", Factor: "tool=" + told.tool, Chosen: told.tool}}
	}
	prepared, err := intake.Prepare(e)
	w.must(err)
	_, err = w.graph.RecordEpisodes(w.Context(), w.project, []episodic.Prepared{prepared}, false, w.clock)
	w.must(err)
	w.episodes[id] = told
	delete(w.deleted, id)
}

// remove deletes or purges an episode, and with it the applications recorded in it.
func (w *patternWalk) remove(id string, purge bool) {
	told, there := w.episodes[id]
	if !there {
		return
	}
	w.say("remove %s, purge %v", id, purge)
	if purge {
		w.must(w.graph.PurgeEpisode(w.Context(), w.project, id))
	} else {
		w.must(w.graph.DeleteEpisode(w.Context(), w.project, id, w.clock))
		w.deleted[id] = told
	}
	delete(w.episodes, id)
	for _, p := range w.patterns {
		delete(p.applied, id)
	}
}

// turnSnow merges snow into rain, or splits it off again.
func (w *patternWalk) turnSnow() {
	rain, snow := occurredFactor("rain"), occurredFactor("snow")
	w.say("snow is rain: %v", !w.snow)
	var err error
	if w.snow {
		err = w.factors.Derive.Split(w.Context(), derive.SplitRequest{Project: w.project, Factor: rain, Members: []string{snow}})
	} else {
		err = w.factors.Derive.Merge(w.Context(), derive.MergeRequest{Project: w.project, From: []string{snow}, Into: rain})
	}
	if errors.Is(err, episodic.ErrNotFound) {
		return // no episode records it at the moment
	}
	w.must(err)
	w.snow = !w.snow
}

func occurredFactor(name string) string {
	return factor.Identity{Variable: name, State: factor.StateOccurred}.Key()
}

func (w *patternWalk) add(id string) {
	p := &plainPattern{weather: []string{"", "rain", "snow", "none"}[w.r.IntN(4)], tools: []string{tools[1+w.r.IntN(3)]}, applied: map[string]episodic.Outcome{}}
	name := fmt.Sprintf("%s, weather: %q", p.tools[0], p.weather)
	r := patterns.AddRequest{Project: w.project, Name: name, Definition: patterns.Definition{Trigger: "It fell", Action: "Take it"}}
	m := patterns.Match{Then: []factor.Identity{{Variable: "tool", State: p.tools[0]}}}
	switch p.weather {
	case "":
	case "none":
		m.Trigger = []factor.Identity{{Variable: "rain", State: "none"}}
	default:
		m.Trigger = []factor.Identity{{Variable: p.weather, State: factor.StateOccurred}}
	}
	r.Matches = []patterns.Match{m}
	if _, there := w.episodes[id]; there {
		r.Episodes = []string{id}
	}
	w.say("add %q, %v", name, r.Episodes)
	added, err := w.service.Catalog.Add(w.Context(), r)
	if errors.Is(err, episodic.ErrConflict) {
		return // it was merged into another one
	}
	w.must(err)
	if old := w.patterns[added.Key]; old != nil {
		p = old
	}
	w.patterns[added.Key] = p
	for _, id := range r.Episodes {
		if _, known := p.applied[id]; !known {
			p.applied[id] = ""
		}
	}
}

func (w *patternWalk) apply(id string) {
	keys := slices.Sorted(maps.Keys(w.patterns))
	key, outcome := keys[w.r.IntN(len(keys))], episodic.Outcomes()[w.r.IntN(4)]
	w.say("apply %s in %s: %s", key, id, outcome)
	_, err := w.service.Catalog.Apply(w.Context(), patterns.ApplicationRequest{
		Project: w.project, Key: key, Episode: id, Application: patterns.Application{Outcome: outcome},
	})
	w.must(err)
	w.patterns[key].applied[id] = outcome
}

// merge merges two patterns with the same weather; the first name stays.
func (w *patternWalk) merge() {
	for _, a := range slices.Sorted(maps.Keys(w.patterns)) {
		for _, b := range slices.Sorted(maps.Keys(w.patterns)) {
			one, other := w.patterns[a], w.patterns[b]
			if a == b || one.weather != other.weather || len(one.applied)+len(other.applied) > 0 {
				continue
			}
			found, err := w.store.GetPatterns(w.Context(), w.project, []string{a, b})
			w.must(err)
			if slices.ContainsFunc(found, func(p patterns.Pattern) bool { return p.Status == patterns.StatusDeprecated }) {
				continue
			}
			name := found[slices.IndexFunc(found, func(p patterns.Pattern) bool { return p.Key == a })].Name
			w.say("merge %s and %s into %q", a, b, name)
			_, err = w.service.Catalog.Merge(w.Context(), patterns.MergeRequest{Project: w.project, Keys: []string{a, b}, Name: name})
			w.must(err)
			one.tools = append(one.tools, other.tools...)
			return
		}
	}
}

// trial reports whether the trigger held and one of the tools was taken.
func (w *patternWalk) trial(p *plainPattern, e plainEpisode) bool {
	fell := func(weather string) string {
		if w.snow && weather == "snow" {
			return "rain"
		}
		return weather
	}
	held := p.weather == "" || p.weather == "none" && w.dry && fell(e.weather) != "rain" || p.weather != "none" && fell(p.weather) == fell(e.weather)
	return held && slices.Contains(p.tools, e.tool)
}

// check compares the counts with those made by hand and with a recount.
func (w *patternWalk) check() {
	w.Helper()
	for key, p := range w.patterns {
		var want patterns.Counts
		for id, e := range w.episodes {
			outcome, applied := p.applied[id]
			switch {
			case !applied && !w.trial(p, e):
				continue
			case outcome == "":
				outcome = e.outcome
			}
			switch outcome {
			case episodic.OutcomeSuccess:
				want.Successes++
			case episodic.OutcomeUnknown:
				want.Unknown++
			default:
				want.Failures++
			}
			if applied {
				want.Applications++
			}
		}
		found, err := w.store.GetPatterns(w.Context(), w.project, []string{key})
		if w.must(err); len(found) != 1 || found[0].Counts != want {
			w.Fatalf("%+v counts otherwise than %+v:\n%+v\n%s", p, want, found, strings.Join(w.log, "\n"))
		}
	}
	w.must(w.store.ChangePatterns(w.Context(), w.project, false, w.clock, func(tx patterns.Tx) error {
		mended, err := evidence.Recount(tx, nil)
		if err == nil && mended > 0 {
			err = fmt.Errorf("a recount mended %d rows", mended)
		}
		return err
	}))
}
