package storetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

func stateExamples() []example {
	return []example{
		{"states: what each episode has", exampleStates},
		{"states: only what came later", exampleLaterStates},
		{"states: a project that was purged", exampleStatesPurged},
		{"states: refused and cut off", exampleStatesCutOff},
		{"states: at one moment", exampleStatesWhileWritten},
		{"states: links into variables", exampleLinksInto},
	}
}

// scanAll reads the observed states after a change of the graph, as "factor@order" by episode.
func (f *fixture) scanAll(t testing.TB, project string, after int, names ...string) (map[string]string, layer.Derivation) {
	t.Helper()
	keys := make([]string, len(names))
	for i, name := range names {
		keys[i] = occurred(name).Key()
	}
	out := map[string]string{}
	d, err := f.Factors.ScanStates(t.Context(), layer.StatesQuery{Project: project, After: after, Factors: keys}, func(states layer.EpisodeStates) error {
		var has []string
		for _, s := range states.States {
			at := "unknown"
			if s.Order != nil {
				at = time.UnixMicro(*s.Order).UTC().Format(time.TimeOnly)
			}
			has = append(has, names[s.Factor]+"@"+at)
		}
		slices.Sort(has)
		out[states.Episode] = strings.Join(has, " ")
		return nil
	})
	must(t, err)
	whole, err := f.Factors.GetDerivation(t.Context(), project)
	must(t, err)
	if d != whole {
		t.Errorf("scanned with %+v, and the layer is %+v", d, whole)
	}
	return out, d
}

func (f *fixture) wantStates(t testing.TB, project string, after int, want map[string]string, names ...string) int {
	t.Helper()
	got, d := f.scanAll(t, project, after, names...)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("states after graph %d (-want +got):\n%s", after, diff)
	}
	return d.Graph
}

// happens gives an episode events with these factors, one an hour.
func happens(factors ...string) func(*episodic.Episode) {
	return func(e *episodic.Episode) {
		for i, factor := range factors {
			e.Events[i].Factor = factor
			if i > 0 {
				e.Events[i].At = episodic.At(day().Add(time.Duration(i) * time.Hour))
			}
		}
	}
}

func exampleStates(t *testing.T, f *fixture) {
	p := f.project(t)
	f.record(t, p,
		prepare(t, "none", 1, happens("other")),
		prepare(t, "both", 3, happens("rain", "wet", "wet")),
		prepare(t, "one", 2, happens("other", "wet")),
		prepare(t, "gone", 1, happens("rain")),
	)
	must(t, f.Graph.DeleteEpisode(t.Context(), p, "gone", day()))
	f.wantStates(t, p, layer.FromStart, map[string]string{
		"none": "", "both": "rain@unknown wet@13:00:00", "one": "wet@13:00:00",
	}, "rain", "wet", "never")
	f.wantStates(t, p, layer.FromStart, map[string]string{"none": "", "both": "", "one": ""})
	states, err := f.Factors.StatesOf(t.Context(), p, []string{"wet", "never", "rain"})
	must(t, err)
	var got []string
	for _, s := range states {
		got = append(got, fmt.Sprintf("%s %d", s.Label(), s.Frequency()))
	}
	want := []string{"rain 1", "wet 2"}
	if occurred("wet").Key() < occurred("rain").Key() {
		slices.Reverse(want)
	}
	if !slices.Equal(got, want) {
		t.Errorf("states %v, want %v", got, want)
	}
	if none, err := f.Factors.StatesOf(t.Context(), p, nil); len(none) > 0 || err != nil {
		t.Errorf("states of no variable: %v, %v", none, err)
	}
}

func exampleLaterStates(t *testing.T, f *fixture) {
	p := f.project(t)
	f.record(t, p, prepare(t, "a", 1, happens("rain")), prepare(t, "b", 1, happens("rain")), prepare(t, "c", 1, happens("wet")))
	graph := f.wantStates(t, p, layer.FromStart, map[string]string{"a": "rain@unknown", "b": "rain@unknown", "c": ""}, "rain")
	f.wantStates(t, p, graph, map[string]string{}, "rain")

	f.record(t, p, prepare(t, "b", 1, happens("wet")))
	must(t, f.Graph.DeleteEpisode(t.Context(), p, "a", day()))
	next := f.wantStates(t, p, graph, map[string]string{"b": ""}, "rain")
	if _, err := f.Graph.RestoreEpisode(t.Context(), p, "a", day()); err != nil {
		t.Fatal(err)
	}
	next = f.wantStates(t, p, next, map[string]string{"a": "rain@unknown"}, "rain")

	merge(t, f.Factors, p, "wet", "rain")
	f.deriveAll(t, p)
	next = f.wantStates(t, p, next, map[string]string{"b": "rain@unknown", "c": "rain@unknown"}, "rain")

	must(t, f.Factors.InvalidateLayer(t.Context(), p))
	_, d := f.scanAll(t, p, layer.FromStart, "rain")
	if d.Graph <= next || d.Episodes != 0 || d.Underived != 3 {
		t.Errorf("%+v after all was taken out of graph %d", d, next)
	}
	f.deriveAll(t, p)
	all := map[string]string{"a": "rain@unknown", "b": "rain@unknown", "c": "rain@unknown"}
	f.wantStates(t, p, next, all, "rain")
	f.wantStates(t, p, graph, all, "rain")
}

// deriveAll derives what is left.
func (f *fixture) deriveAll(t testing.TB, project string) {
	t.Helper()
	must(t, (&world{factors: keeper{f.Factors}, exact: project}).drain(t.Context(), 0, 100))
}

// A project that was purged and created again is a different one, though its graph numbers repeat.
func exampleStatesPurged(t *testing.T, f *fixture) {
	p := f.project(t)
	f.record(t, p, prepare(t, "a", 1, happens("rain")))
	_, before := f.scanAll(t, p, layer.FromStart)
	f.record(t, p, prepare(t, "b", 1, happens("rain")))
	if _, same := f.scanAll(t, p, layer.FromStart); same.Origin != before.Origin || same.Origin == "" {
		t.Errorf("the origin is %q, and was %q", same.Origin, before.Origin)
	}
	must(t, f.Graph.PurgeProject(t.Context(), p))
	f.record(t, p, prepare(t, "c", 1, happens("rain")))
	if _, after := f.scanAll(t, p, layer.FromStart); after.Origin == before.Origin || after.Graph != before.Graph {
		t.Errorf("%+v after the project was made again, and %+v before", after, before)
	}
}

func exampleStatesCutOff(t *testing.T, f *fixture) {
	p := f.project(t)
	q := layer.StatesQuery{Project: p, After: layer.FromStart, Factors: []string{occurred("rain").Key()}}
	nothing := func(layer.EpisodeStates) error { return errors.New("something was scanned") }
	if _, err := f.Factors.ScanStates(t.Context(), q, nothing); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("of a project that is not there: %v", err)
	}
	if links, more, err := f.Factors.LinksInto(t.Context(), p, []string{"rain"}, 1); len(links) > 0 || more || err != nil {
		t.Errorf("links %v, %v, %v in a project that is not there", links, more, err)
	}
	for i := range 3 {
		f.record(t, p, prepare(t, fmt.Sprint("ep", i), 1, happens("rain")))
	}
	scanned, enough := 0, errors.New("enough")
	_, err := f.Factors.ScanStates(t.Context(), q, func(layer.EpisodeStates) error {
		if scanned++; scanned == 2 {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) || scanned != 2 {
		t.Errorf("scanned %d, %v", scanned, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Factors.ScanStates(ctx, q, nothing); !errors.Is(err, context.Canceled) {
		t.Errorf("of a call that was given up: %v", err)
	}
}

// Both episodes of each write have the same factor. A reader of later changes never sees one without
// the other, and misses no write.
func exampleStatesWhileWritten(t *testing.T, f *fixture) {
	const rounds = 20
	p := f.project(t)
	second := f.again(t)
	pair := func(round int) []episodic.Prepared {
		factor := happens(fmt.Sprint("factor ", round%3))
		return []episodic.Prepared{prepare(t, "left", 1, factor), prepare(t, "right", 1, factor), prepare(t, fmt.Sprint("own", round%5), 1, factor)}
	}
	f.record(t, p, pair(0)...)
	var writes [][]episodic.Prepared
	for round := range rounds {
		writes = append(writes, pair(round+1))
	}
	var wg sync.WaitGroup
	var written error
	done := make(chan struct{})
	wg.Go(func() {
		defer close(done)
		for i, episodes := range writes {
			_, err := second.Graph.RecordEpisodes(t.Context(), p, episodes, false, day())
			if err == nil && i%6 == 5 {
				err = second.Graph.DeleteEpisode(t.Context(), p, fmt.Sprint("own", i%5), day())
			}
			written = errors.Join(written, err)
		}
	})
	names := []string{"factor 0", "factor 1", "factor 2"}
	held, of := f.scanAllConcurrently(t, p, layer.FromStart, names)
	for last := false; !last; {
		select {
		case <-done:
			last = true
		default:
		}
		later, next := f.scanAllConcurrently(t, p, of.Graph, names)
		maps.Copy(held, later)
		if of = next; len(held) != of.Episodes {
			held, of = f.scanAllConcurrently(t, p, layer.FromStart, names)
		}
		if len(held) != of.Episodes || held["left"] != held["right"] {
			t.Fatalf("%v is held of %+v", held, of)
		}
	}
	wg.Wait()
	must(t, written)
	f.wantStates(t, p, layer.FromStart, held, names...)
}

// scanAllConcurrently is scanAll while others write.
func (f *fixture) scanAllConcurrently(t testing.TB, project string, after int, names []string) (map[string]string, layer.Derivation) {
	t.Helper()
	out := map[string]string{}
	keys := keysOf(nil)
	for _, name := range names {
		keys = append(keys, occurred(name).Key())
	}
	d, err := f.Factors.ScanStates(t.Context(), layer.StatesQuery{Project: project, After: after, Factors: keys}, func(states layer.EpisodeStates) error {
		out[states.Episode] = ""
		for _, s := range states.States {
			out[states.Episode] += names[s.Factor] + "@unknown"
		}
		return nil
	})
	must(t, err)
	return out, d
}

func exampleLinksInto(t *testing.T, f *fixture) {
	p := f.project(t)
	state := func(source string, r episodic.Relation, target factor.Identity) link.Statement {
		return link.Statement{Source: occurred(source), Target: target, Relation: r, Origin: "ann", At: day()}
	}
	wet, soaked, dry := factor.Identity{Variable: "ground", State: "wet"}, factor.Identity{Variable: "ground", State: "soaked"}, occurred("dry")
	_, err := keeper{f.Factors}.stateLinks(t.Context(), p, day(), []link.Statement{
		state("rain", episodic.RelationCauses, wet), state("storm", episodic.RelationEnables, soaked), state("roof", episodic.RelationPrevents, wet),
		state("clouds", episodic.RelationCorrelates, wet), state("sun", episodic.RelationCauses, dry),
		{Source: wet, Target: occurred("slip"), Relation: episodic.RelationCauses, Origin: "ann", At: day()},
	})
	must(t, err)
	into := func(limit int, variables ...string) (out []string, more bool) {
		links, more, err := f.Factors.LinksInto(t.Context(), p, variables, limit)
		must(t, err)
		if !slices.IsSortedFunc(links, func(a, b link.FactorLink) int { return strings.Compare(a.Key, b.Key) }) {
			t.Errorf("links are not in the order of their keys: %v", links)
		}
		for _, l := range links {
			out = append(out, l.Source.Label())
		}
		slices.Sort(out)
		return out, more
	}
	for _, c := range []struct {
		why       string
		variables []string
		want      string
	}{
		{"of all states, without what correlates and what leads away", []string{"ground"}, "rain roof storm"},
		{"of two variables, one named twice", []string{"ground", "dry", "dry"}, "rain roof storm sun"},
		{"of one that only sources have", []string{"rain"}, ""},
		{"of none", nil, ""},
	} {
		got, more := into(100, c.variables...)
		if strings.Join(got, " ") != c.want || more {
			t.Errorf("%s: %v, %v", c.why, got, more)
		}
	}
	if got, more := into(2, "ground"); len(got) != 2 || !more {
		t.Errorf("of three links two are asked for: %v, %v", got, more)
	}
	if got, more := into(3, "ground"); len(got) != 3 || more {
		t.Errorf("of three links three are asked for: %v, %v", got, more)
	}
}
