package storetest

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/google/go-cmp/cmp"
)

func recallExamples() []example {
	return []example{
		{"stages", exampleStages},
		{"index states", exampleIndexStates},
		{"index states at once", exampleIndexStatesAtOnce},
		{"models", exampleModels},
		{"link bridges", exampleLinkBridges},
		{"reference bridges", exampleReferenceBridges},
		{"what went wrong", exampleWrong},
	}
}

// waiting lists the tasks of a project in a stage, as text.
func (f *fixture) waiting(t testing.TB, project string, stage episodic.IndexStage, now time.Time) string {
	t.Helper()
	tasks, err := f.Graph.Backlog(t.Context(), project, stage, now, everything)
	must(t, err)
	var out []string
	for _, task := range tasks {
		out = append(out, fmt.Sprintf("%s %d", task.Episode, task.Attempts))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

func exampleStages(t *testing.T, f *fixture) {
	s, p, now := f.Graph, f.project(t), day()
	check := func(why string, at time.Time, words, vectors string) {
		t.Helper()
		for stage, want := range map[episodic.IndexStage]string{episodic.StageWords: words, episodic.StageVectors: vectors} {
			if got := f.waiting(t, p, stage, at); got != want {
				t.Errorf("%s: %s wait for %q, want %q", why, stage, got, want)
			}
		}
	}
	mark := func(revision int, vectors time.Time) {
		t.Helper()
		must(t, s.MarkIndexed(t.Context(), []episodic.IndexTask{{Project: p, Episode: "a", Revision: revision, VectorsDue: vectors}}))
	}
	before, err := s.CountBacklog(t.Context())
	must(t, err)
	f.record(t, p, prepare(t, "a", 1), prepare(t, "b", 1))
	check("recorded", now, "a 0, b 0", "")
	must(t, s.PostponeIndexing(t.Context(), []episodic.IndexTask{{Project: p, Episode: "a", Revision: 1}}, now))
	mark(1, now.Add(time.Minute))
	check("words are there, vectors not due yet", now, "b 0", "")
	check("vectors are due, and nothing has failed", now.Add(time.Minute), "b 0", "a 0")
	after, err := s.CountBacklog(t.Context())
	must(t, err)
	if after.Unembedded < before.Unembedded+1 || after.Episodes < before.Episodes+2 {
		t.Errorf("of %+v one more lacks vectors: %+v", before, after)
	}
	must(t, s.PostponeIndexing(t.Context(), []episodic.IndexTask{{Project: p, Episode: "a", Revision: 1}}, now.Add(time.Hour)))
	check("postponed", now.Add(time.Minute), "b 0", "")
	check("postponed vectors stay vectors", now.Add(time.Hour), "b 0", "a 1")
	f.record(t, p, prepare(t, "a", 2))
	check("a new revision begins with words", now, "a 0, b 0", "")
	mark(1, now)
	check("vectors of the revision before do not count", now, "a 0, b 0", "")
	mark(2, now)
	check("words of the new one do", now, "b 0", "a 0")
	mark(2, time.Time{})
	check("and vectors end it", now.Add(time.Hour), "b 0", "")
	mark(2, now)
	must(t, s.DeleteEpisode(t.Context(), p, "a", now))
	check("a deleted episode is to be removed, which is no matter of vectors", now, "a 0, b 0", "")
	_, err = s.RestoreEpisode(t.Context(), p, "a", now)
	must(t, err)
	check("what comes back begins with words: it may be removed already", now, "a 0, b 0", "")
	mark(2, now)
	must(t, s.MarkUnindexed(t.Context(), p, "a", now.Add(time.Minute)))
	check("what the index has lost begins with words", now.Add(time.Minute), "a 0, b 0", "")
	mark(2, now)
	must(t, s.DeleteEpisode(t.Context(), p, "a", now))
	must(t, s.MarkUnindexed(t.Context(), p, "a", now.Add(time.Hour)))
	check("a deleted episode is still to be removed", now, "a 0, b 0", "")
	must(t, s.MarkUnindexed(t.Context(), p, "unknown", now))
	must(t, s.MarkIndexed(t.Context(), []episodic.IndexTask{{Project: p, Episode: "a", Gone: true, VectorsDue: now}}))
	check("what was removed needs no vectors", now.Add(time.Hour), "b 0", "")
}

// advanced returns the next state of a project that builds a generation.
func advanced(state episodic.IndexState, builtTo string) episodic.IndexState {
	return episodic.IndexState{
		Active: state.Active, Version: state.Version + 1, BuiltTo: builtTo, Built: 3, ChangedAt: day(),
		Building: episodic.Generation{
			Number: state.Active.Number + 1, Recipe: episodic.IndexRecipe, Provider: "learned", Model: "ﬁ\"'\\ 😀", Dimension: 384,
			Fingerprint: strings.Repeat("ab", 32), Chunks: 1_234,
		},
	}
}

func exampleIndexStates(t *testing.T, f *fixture) {
	s, p, moved := f.Graph, f.project(t), f.project(t)
	if _, err := s.GetIndexState(t.Context(), p); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("the state of an unknown project: %v", err)
	}
	if err := s.SetIndexState(t.Context(), p, advanced(episodic.FirstIndexState(), "")); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("setting the state of an unknown project: %v", err)
	}
	f.record(t, p, prepare(t, "a", 1))
	_, err := s.RecordHistories(t.Context(), moved, day(), nil)
	must(t, err)
	for _, project := range []string{p, moved} {
		got, err := s.GetIndexState(t.Context(), project)
		if diff := cmp.Diff(episodic.FirstIndexState(), got); err != nil || diff != "" {
			t.Errorf("a new project (-want +got): %v\n%s", err, diff)
		}
	}
	next := advanced(episodic.FirstIndexState(), "cursor/with 'signs'")
	must(t, s.SetIndexState(t.Context(), p, next))
	for _, c := range []struct {
		why     string
		version int
	}{
		{"the same version again", 1}, {"one in between is missing", 3}, {"the first one again", 0}, {"none", -1},
	} {
		wrong := next
		wrong.Version, wrong.BuiltTo = c.version, "wrong"
		if err := s.SetIndexState(t.Context(), p, wrong); !errors.Is(err, episodic.ErrIndexMoved) {
			t.Errorf("%s: %v, want ErrIndexMoved", c.why, err)
		}
	}
	f.record(t, p, prepare(t, "a", 2))
	got, err := s.GetIndexState(t.Context(), p)
	must(t, err)
	if !alikeStates(next, got) {
		t.Errorf("the state is %+v, want %+v", got, next)
	}
	all, err := s.ListIndexStates(t.Context())
	if err != nil || !alikeStates(all[p], next) || !alikeStates(all[moved], episodic.FirstIndexState()) {
		t.Errorf("listed are %+v and %+v, %v", all[p], all[moved], err)
	}
	must(t, s.PurgeProject(t.Context(), p))
	f.record(t, p, prepare(t, "a", 1))
	if got, err := s.GetIndexState(t.Context(), p); err != nil || got != episodic.FirstIndexState() {
		t.Errorf("a project that was purged begins anew, not with %+v, %v", got, err)
	}
}

// alikeStates reports whether two states are equal, ignoring the zone of their times.
func alikeStates(a, b episodic.IndexState) bool {
	same := a.ChangedAt.Equal(b.ChangedAt)
	a.ChangedAt = b.ChangedAt
	return same && a == b
}

// Of several writers of one version one succeeds, and the others get an error.
func exampleIndexStatesAtOnce(t *testing.T, f *fixture) {
	p, second := f.project(t), f.again(t)
	f.record(t, p, prepare(t, "a", 1))
	const writers, rounds = 4, 5
	var wg sync.WaitGroup
	won := make([]int, writers)
	errs := make([]error, writers)
	for i := range writers {
		s := []Graph{f.Graph, second.Graph}[i%2]
		wg.Go(func() {
			for won[i] < rounds && errs[i] == nil {
				state, err := s.GetIndexState(t.Context(), p)
				if err == nil {
					err = s.SetIndexState(t.Context(), p, advanced(state, fmt.Sprint(i)))
				}
				switch {
				case err == nil:
					won[i]++
				case !errors.Is(err, episodic.ErrIndexMoved):
					errs[i] = err
				}
			}
		})
	}
	wg.Wait()
	must(t, errors.Join(errs...))
	if got, err := f.Graph.GetIndexState(t.Context(), p); err != nil || got.Version != writers*rounds {
		t.Errorf("after %d changes the version is %d, %v", writers*rounds, got.Version, err)
	}
}

func exampleModels(t *testing.T, f *fixture) {
	s, p, other := f.Graph, f.project(t), f.project(t)
	table := make([]byte, 5<<20+123)
	for i := range table {
		table[i] = byte(i * i >> 7)
	}
	large := episodic.ModelData{Fingerprint: "large", Provider: "learned", Model: "lsa", Dimension: 384, Bytes: table}
	bare := episodic.ModelData{Fingerprint: "bare ﬁ'\"\\", Provider: "openai", Model: "text-embedding", Dimension: 1536}
	if err := s.PutModel(t.Context(), p, bare); !errors.Is(err, episodic.ErrProjectNotFound) {
		t.Errorf("a model of an unknown project: %v", err)
	}
	f.record(t, p, prepare(t, "a", 1))
	f.record(t, other, prepare(t, "a", 1))
	must(t, s.PutModel(t.Context(), p, large))
	must(t, s.PutModel(t.Context(), p, bare))
	must(t, s.PutModel(t.Context(), other, large))
	check := func(why, project string, want ...episodic.ModelData) {
		t.Helper()
		for _, data := range []episodic.ModelData{large, bare} {
			got, err := s.GetModel(t.Context(), project, data.Fingerprint)
			at := slices.IndexFunc(want, func(w episodic.ModelData) bool { return w.Fingerprint == data.Fingerprint })
			switch {
			case at < 0 && !errors.Is(err, episodic.ErrNotFound):
				t.Errorf("%s: %s is there, %v", why, data.Fingerprint, err)
			case at < 0:
			case err != nil || !bytes.Equal(got.Bytes, want[at].Bytes) || got.Provider != want[at].Provider ||
				got.Model != want[at].Model || got.Dimension != want[at].Dimension || got.Fingerprint != data.Fingerprint:
				t.Errorf("%s: %s comes back with %d of %d bytes, %v", why, data.Fingerprint, len(got.Bytes), len(want[at].Bytes), err)
			}
		}
	}
	check("put", p, large, bare)
	small := large
	small.Bytes, small.Dimension = []byte("now \x00 small"), 12
	must(t, s.PutModel(t.Context(), p, small))
	check("replaced by a smaller one", p, small, bare)
	must(t, s.PutModel(t.Context(), p, large))
	check("and by a larger one", p, large, bare)
	built := advanced(episodic.FirstIndexState(), "")
	built.Building.Fingerprint = bare.Fingerprint
	must(t, s.SetIndexState(t.Context(), p, built))
	must(t, s.DropUnusedModels(t.Context(), p))
	check("the model of the build stays", p, bare)
	must(t, s.PutModel(t.Context(), p, large))
	active := built
	active.Active, active.Building, active.Version = built.Building, episodic.Generation{}, built.Version+1
	must(t, s.SetIndexState(t.Context(), p, active))
	must(t, s.DropUnusedModels(t.Context(), p))
	check("the model of the active generation stays", p, bare)
	active.Active.Fingerprint, active.Version = "", active.Version+1
	must(t, s.SetIndexState(t.Context(), p, active))
	must(t, s.DropUnusedModels(t.Context(), p))
	check("without vectors all are dropped", p)
	check("another project keeps its own", other, large)
	must(t, s.PurgeProject(t.Context(), other))
	f.record(t, other, prepare(t, "a", 1))
	check("a purged project has none when it comes back", other)
	must(t, s.DropUnusedModels(t.Context(), "never-there"))
}

func exampleWrong(t *testing.T, f *fixture) {
	s, p := f.Graph, f.project(t)
	change := func(outcome episodic.Outcome, more func(*episodic.Episode)) func(*episodic.Episode) {
		return func(e *episodic.Episode) {
			e.Outcome = outcome
			more(e)
		}
	}
	nothing := func(*episodic.Episode) {}
	decided := func(ended episodic.Outcome, kinds ...episodic.DecisionType) func(*episodic.Episode) {
		return func(e *episodic.Episode) {
			for i, kind := range kinds {
				e.Decisions = append(e.Decisions, episodic.Decision{ID: fmt.Sprint("d", i), Type: kind, Chosen: "one of issue #12", Outcome: ended})
			}
		}
	}
	f.record(t, p,
		prepare(t, "fine", 1, change(episodic.OutcomeSuccess, decided(episodic.OutcomeSuccess, episodic.DecisionTest))),
		prepare(t, "failure", 1, change(episodic.OutcomeFailure, nothing)),
		prepare(t, "partial", 1, change(episodic.OutcomePartial, nothing)),
		prepare(t, "unknown", 1, change(episodic.OutcomeUnknown, nothing)),
		prepare(t, "decided", 1, change(episodic.OutcomeSuccess, decided(episodic.OutcomeFailure, episodic.DecisionDesign, episodic.DecisionTest))),
		prepare(t, "partly", 1, change(episodic.OutcomeSuccess, decided(episodic.OutcomePartial, episodic.DecisionDesign))),
		prepare(t, "error", 1, change(episodic.OutcomeSuccess, func(e *episodic.Episode) { e.Events[0].Type, e.Lessons = episodic.EventError, []string{"issue #13"} })),
	)
	issue := func(key string) episodic.Reference {
		return episodic.Reference{Kind: episodic.ReferenceIssue, Key: key}
	}
	for _, c := range []struct {
		why    string
		filter episodic.EpisodeFilter
		want   string
	}{
		{"the outcome, a decision that failed, or an error", episodic.EpisodeFilter{Failed: true}, "decided error failure partial"},
		{"a decision of one of the types", episodic.EpisodeFilter{DecisionTypes: []episodic.DecisionType{episodic.DecisionDesign, episodic.DecisionRecovery}}, "decided partly"},
		{"no such decision", episodic.EpisodeFilter{DecisionTypes: []episodic.DecisionType{episodic.DecisionRecovery}}, ""},
		{"a reference of an occurrence", episodic.EpisodeFilter{References: []episodic.Reference{issue("12")}}, "decided fine partly"},
		{"one of the references, in the head too", episodic.EpisodeFilter{References: []episodic.Reference{issue("13"), issue("14")}}, "error"},
		{"a key is compared whole", episodic.EpisodeFilter{References: []episodic.Reference{issue("1")}}, ""},
		{"and so is its kind", episodic.EpisodeFilter{References: []episodic.Reference{{Kind: episodic.ReferencePullRequest, Key: "12"}}}, ""},
		{"all of them", episodic.EpisodeFilter{
			Failed: true, DecisionTypes: []episodic.DecisionType{episodic.DecisionTest}, References: []episodic.Reference{issue("12")},
		}, "decided"},
	} {
		for _, deleted := range []bool{false, true} {
			q := episodic.EpisodeQuery{Project: p, Filter: c.filter, Deleted: deleted, Page: episodic.Page{Limit: 100}}
			if got := f.listed(t, q); deleted && got != "" || !deleted && got != c.want {
				t.Errorf("%s: %q are listed, want %q; deleted: %t", c.why, got, c.want, deleted)
			}
		}
	}
	must(t, s.DeleteEpisode(t.Context(), p, "decided", day()))
	q := episodic.EpisodeQuery{Project: p, Deleted: true, Page: episodic.Page{Limit: 100}, Filter: episodic.EpisodeFilter{
		Failed: true, DecisionTypes: []episodic.DecisionType{episodic.DecisionDesign}, References: []episodic.Reference{issue("12")},
	}}
	if got := f.listed(t, q); got != "decided" {
		t.Errorf("of the deleted ones %q are listed", got)
	}
}

// listed returns the ids of a list, sorted; their count must agree.
func (f *fixture) listed(t testing.TB, q episodic.EpisodeQuery) string {
	t.Helper()
	list, err := f.Graph.ListEpisodes(t.Context(), q)
	must(t, err)
	var ids []string
	for _, e := range list {
		ids = append(ids, e.Episode.ID)
	}
	slices.Sort(ids)
	if n, err := f.Graph.CountEpisodes(t.Context(), q); err != nil || n != len(ids) {
		t.Errorf("%d are counted, %d listed, %v", n, len(ids), err)
	}
	return strings.Join(ids, " ")
}
