package storetest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

func evidenceExamples() []example {
	return []example{
		{"patterns: lists", examplePatternLists},
		{"patterns: the evidence", exampleEvidence},
		{"patterns: the evidence in pages", exampleEvidencePages},
		{"patterns: every application", exampleApplications},
		{"patterns: what episodes tell", exampleHolding},
		{"patterns: every episode", exampleScanEpisodes},
		{"patterns: evidence follows episodes", exampleFollow},
		{"patterns: evidence follows what people decide", exampleFollowRules},
	}
}

func examplePatternLists(t *testing.T, f *fixture) {
	project := f.project(t)
	counted := func(name string, successes, failures, at int) patterns.Pattern {
		p := smallPattern(name)
		p.Counts, p.UpdatedAt = patterns.Counts{Successes: successes, Failures: failures, Unknown: 1}, minutes(at)
		return p
	}
	best, many, worst, bare := counted("best", 2, 0, 1), counted("Many Ärger", 40, 10, 3), counted("worst", 0, 3, 2), counted("bare", 0, 0, 4)
	many.Status, many.Category, many.Origin, many.Trigger, many.Action = patterns.StatusValidated, patterns.CategoryDomain, patterns.OriginMined, "Build BREAKS", "revert"
	worst.AntiPattern, worst.Status, worst.Trigger, worst.Action = true, patterns.StatusDeprecated, "panic", "Retry the build"
	f.putPatterns(t, project, best, many, worst, bare)
	f.putPatterns(t, f.project(t), counted("elsewhere", 1, 1, 1))
	f.record(t, project, prepare(t, "one", 1))
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		return tx.PutEvidence([]patterns.Evidence{{Pattern: many.Key, Episode: "one", Verdict: patterns.VerdictUnknown}})
	})
	yes, no := true, false
	for _, c := range []struct {
		why    string
		order  patterns.Order
		filter patterns.Filter
		want   string
	}{
		{"by rate, without trials last", patterns.OrderRate, patterns.Filter{}, "best, Many Ärger, worst, bare"},
		{"by rate, least first", patterns.OrderRateAscending, patterns.Filter{}, "worst, Many Ärger, best, bare"},
		{"few trials say little", patterns.OrderWilson, patterns.Filter{}, "Many Ärger, best, worst, bare"},
		{"latest first", patterns.OrderUpdated, patterns.Filter{}, "bare, Many Ärger, worst, best"},
		{"some categories", patterns.OrderRate, patterns.Filter{Categories: []patterns.Category{patterns.CategoryDomain}}, "Many Ärger"},
		{"some statuses", patterns.OrderRate, patterns.Filter{Statuses: []patterns.Status{patterns.StatusValidated, patterns.StatusDeprecated}}, "Many Ärger, worst"},
		{"some origins", patterns.OrderRate, patterns.Filter{Origins: []patterns.Origin{patterns.OriginMined}}, "Many Ärger"},
		{"anti-patterns", patterns.OrderRate, patterns.Filter{AntiPattern: &yes}, "worst"},
		{"no anti-patterns", patterns.OrderRate, patterns.Filter{AntiPattern: &no}, "best, Many Ärger, bare"},
		{"a rate at the bound", patterns.OrderRate, patterns.Filter{MinRate: new(.8)}, "best, Many Ärger"},
		{"at most that rate", patterns.OrderRate, patterns.Filter{MaxRate: new(.8)}, "Many Ärger, worst"},
		{"any rate is a rate", patterns.OrderRate, patterns.Filter{MinRate: new(0.)}, "best, Many Ärger, worst"},
		{"enough trials", patterns.OrderRate, patterns.Filter{MinTrials: 3}, "Many Ärger, worst"},
		{"contested", patterns.OrderRate, patterns.Filter{Contested: &yes}, "Many Ärger"},
		{"uncontested", patterns.OrderRate, patterns.Filter{Contested: &no}, "best, worst, bare"},
		{"of an episode", patterns.OrderRate, patterns.Filter{Episode: "one"}, "Many Ärger"},
		{"of no episode", patterns.OrderRate, patterns.Filter{Episode: "two"}, ""},
		{"part of trigger or action in any case", patterns.OrderRate, patterns.Filter{Text: "BUILD"}, "Many Ärger, worst"},
		{"part of the name", patterns.OrderRate, patterns.Filter{Text: "ÄRGER"}, "Many Ärger"},
		{"no pattern language", patterns.OrderRate, patterns.Filter{Text: "%"}, ""},
		{"part of the trigger", patterns.OrderRate, patterns.Filter{Trigger: "build"}, "Many Ärger"},
		{"all at once", patterns.OrderRate, patterns.Filter{Text: "e", Statuses: patterns.Statuses(), MinTrials: 1, Contested: &no, AntiPattern: &yes}, "worst"},
	} {
		q := patterns.Query{Project: project, Filter: c.filter, Order: c.order}
		for _, size := range []int{1, 3, 100} {
			found, err := pages(size, func(p episodic.Page) ([]patterns.Pattern, error) {
				q.Page = p
				return f.Patterns.ListPatterns(t.Context(), q)
			}, q.Order.Cursor)
			must(t, err)
			if got := strings.Join(names(found), ", "); got != c.want {
				t.Errorf("%s, pages of %d: %s, want %s", c.why, size, got, c.want)
			}
		}
		n, err := f.Patterns.CountPatterns(t.Context(), q)
		must(t, err)
		if want := len(strings.Split(c.want, ", ")); c.want != "" && n != want || c.want == "" && n != 0 {
			t.Errorf("%s: the count is %d", c.why, n)
		}
	}
	byKey, err := f.Patterns.ListPatterns(t.Context(), patterns.Query{Project: project, Order: patterns.OrderKey, Page: episodic.Page{Limit: 9}})
	must(t, err)
	if !slices.IsSortedFunc(byKey, func(a, b patterns.Pattern) int { return strings.Compare(a.Key, b.Key) }) || len(byKey) != 4 {
		t.Errorf("by key: %v", names(byKey))
	}
}

func exampleEvidence(t *testing.T, f *fixture) {
	project, other := f.project(t), f.project(t)
	a, b := patterns.KeyOf("a"), patterns.KeyOf("b")
	for _, p := range []string{project, other} {
		f.record(t, p, prepare(t, "one", 1), prepare(t, "two", 1))
		f.putPatterns(t, p, smallPattern("a"), smallPattern("b"))
	}
	applied := &patterns.Application{Outcome: episodic.OutcomePartial, Note: "so so", TimeSaved: new(1.5), At: minutes(4)}
	rows := []patterns.Evidence{
		{Pattern: a, Episode: "one", Seen: minutes(1), Observed: true, Verdict: patterns.VerdictSupports, Counted: true},
		{Pattern: a, Episode: "two", Observed: true, Applied: applied, Verdict: patterns.VerdictContradicts},
		{Pattern: b, Episode: "one", Applied: &patterns.Application{CostSaved: new(-2.), At: minutes(5)}, Verdict: patterns.VerdictUnknown, Counted: true},
	}
	in := func(episodes ...string) (out []patterns.Evidence) {
		f.changePatterns(t, project, func(tx patterns.Tx) (err error) {
			out, err = tx.EvidenceIn(episodes)
			return err
		})
		return byRow(out)
	}
	f.changePatterns(t, project, func(tx patterns.Tx) error { return tx.PutEvidence(rows) })
	f.changePatterns(t, other, func(tx patterns.Tx) error { return tx.PutEvidence(rows[:1]) })
	same(t, "in both", byRow(rows), in("one", "two", "one", "three"))
	same(t, "in one", byRow([]patterns.Evidence{rows[0], rows[2]}), in("one"))
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		of, err := tx.EvidenceOf([]string{a, patterns.KeyOf("none")})
		must(t, err)
		same(t, "of one pattern", rows[:2], of)
		return nil
	})
	rows[1].Applied, rows[1].Seen, rows[1].Counted = nil, minutes(2), true
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		must(t, tx.RemoveEvidence([]patterns.EvidenceKey{{Pattern: b, Episode: "one"}, {Pattern: b, Episode: "two"}}))
		return tx.PutEvidence(rows[1:2])
	})
	same(t, "replaced and removed", byRow(rows[:2]), in("one", "two"))
	err := f.Patterns.ChangePatterns(t.Context(), project, false, day(), func(tx patterns.Tx) error {
		return tx.PutEvidence([]patterns.Evidence{{Pattern: a, Episode: "unknown", Verdict: patterns.VerdictSupports}})
	})
	if err == nil {
		t.Error("an unknown episode is evidence")
	}
}

// byRow orders evidence by pattern and episode.
func byRow(list []patterns.Evidence) []patterns.Evidence {
	out := slices.Clone(list)
	slices.SortFunc(out, func(a, b patterns.Evidence) int { return strings.Compare(a.Pattern+a.Episode, b.Pattern+b.Episode) })
	return out
}

func exampleEvidencePages(t *testing.T, f *fixture) {
	project, key := f.project(t), patterns.KeyOf("a")
	f.putPatterns(t, project, smallPattern("a"), smallPattern("b"))
	var all []patterns.Evidence
	for i, id := range []string{"B", "a", "b-1", "b/x", "ä"} {
		if id == "b/x" {
			id = "b.x"
		}
		f.record(t, project, prepare(t, id, 1))
		e := patterns.Evidence{Pattern: key, Episode: id, Seen: minutes(i), Observed: true, Verdict: patterns.VerdictSupports, Counted: i != 2}
		if i%2 == 1 {
			e.Verdict = patterns.VerdictContradicts
		}
		if i == 4 {
			e.Seen, e.Verdict = time.Time{}, patterns.VerdictUnknown
		}
		all = append(all, e)
	}
	f.changePatterns(t, project, func(tx patterns.Tx) error {
		return tx.PutEvidence(append(slices.Clone(all), patterns.Evidence{Pattern: patterns.KeyOf("b"), Episode: "a", Verdict: patterns.VerdictSupports}))
	})
	for _, c := range []struct {
		why string
		q   patterns.EvidenceQuery
		is  func(patterns.Evidence) bool
	}{
		{"all", patterns.EvidenceQuery{}, func(patterns.Evidence) bool { return true }},
		{
			"some verdicts",
			patterns.EvidenceQuery{Verdicts: []patterns.Verdict{patterns.VerdictContradicts, patterns.VerdictUnknown}},
			func(e patterns.Evidence) bool { return e.Verdict != patterns.VerdictSupports },
		},
		{"since", patterns.EvidenceQuery{Since: minutes(1)}, func(e patterns.Evidence) bool { return !e.Seen.IsZero() && !e.Seen.Before(minutes(1)) }},
		{"until", patterns.EvidenceQuery{Until: minutes(1)}, func(e patterns.Evidence) bool { return !e.Seen.IsZero() && !e.Seen.After(minutes(1)) }},
		{"counted", patterns.EvidenceQuery{Counted: true}, func(e patterns.Evidence) bool { return e.Counted }},
	} {
		c.q.Project, c.q.Pattern = project, key
		found, err := pages(2, func(p episodic.Page) ([]patterns.Evidence, error) {
			c.q.Page = p
			return f.Patterns.ListPatternEvidence(t.Context(), c.q)
		}, func(e patterns.Evidence) string { return e.Episode })
		must(t, err)
		want := slices.DeleteFunc(byRow(all), func(e patterns.Evidence) bool { return !c.is(e) })
		same(t, c.why, want, found)
		if n, err := f.Patterns.CountPatternEvidence(t.Context(), c.q); n != len(want) || err != nil {
			t.Errorf("%s: the count is %d, error %v", c.why, n, err)
		}
	}
}

// acted is an episode with one event a minute before it ended.
func acted(t testing.TB, id string, outcome episodic.Outcome, names ...string) episodic.Prepared {
	t.Helper()
	return prepare(t, id, 0, func(e *episodic.Episode) {
		e.Outcome = outcome
		for i, name := range names {
			e.Events = append(e.Events, episodic.Event{ID: fmt.Sprintf("e%d", i+1), Type: episodic.EventTest, Factor: name, At: episodic.At(minutes(i))})
		}
	})
}

func exampleHolding(t *testing.T, f *fixture) {
	project := f.project(t)
	broken := acted(t, "broken", episodic.OutcomeFailure, "read")
	f.record(t, project, acted(t, "both", episodic.OutcomeSuccess, "ci=red", "read"), broken, acted(t, "other", episodic.OutcomePartial, "ci=green"))
	f.record(t, project, prepare(t, "error", 0, func(e *episodic.Episode) {
		e.StartedAt, e.Events = episodic.Timestamp{}, []episodic.Event{{ID: "e1", Type: episodic.EventError, Factor: "read"}}
	}))
	f.record(t, project, acted(t, "gone", episodic.OutcomeSuccess, "read"))
	must(t, f.Graph.DeleteEpisode(t.Context(), project, "gone", day()))
	red := factor.Identity{Variable: "ci", State: "red"}
	keys := []string{occurred("read").Key(), occurred("unheard of").Key()}
	hold := func(factors, episodes []string) (out []patterns.Observed) {
		f.changePatterns(t, project, func(tx patterns.Tx) (err error) {
			out, err = tx.Observed(factors, episodes, []string{"read", "ci", "nothing"})
			return err
		})
		return out
	}
	at := func(n int) *int64 { return new(minutes(n).UnixMicro()) }
	event := factor.KindCounts{Event: 1}
	both := []contribution.Observation{{Identity: red, Kinds: event, Order: at(0)}, {Identity: occurred("read"), Kinds: event, Order: at(1)}}
	slices.SortFunc(both, func(a, b contribution.Observation) int { return strings.Compare(a.Key(), b.Key()) })
	want := []patterns.Observed{
		{Episode: "both", Seen: day(), Outcome: episodic.OutcomeSuccess, Observations: both},
		{Episode: "broken", Seen: day(), Outcome: episodic.OutcomeFailure, Observations: []contribution.Observation{{Identity: occurred("read"), Kinds: event, Order: at(0)}}},
		{Episode: "error", Outcome: episodic.OutcomeSuccess, Errors: true, Observations: []contribution.Observation{{Identity: occurred("read"), Kinds: event}}},
	}
	same(t, "those that have a factor", want, hold(keys, nil))
	green := patterns.Observed{Episode: "other", Seen: day(), Outcome: episodic.OutcomePartial, Observations: []contribution.Observation{
		{Identity: factor.Identity{Variable: "ci", State: "green"}, Kinds: event, Order: at(0)},
	}}
	same(t, "those that are named", []patterns.Observed{want[1], green}, hold(keys, []string{"other", "gone", "never", "broken"}))
	same(t, "of none", []patterns.Observed(nil), hold(nil, nil))
	same(t, "of no episode", []patterns.Observed(nil), hold(keys, []string{}))
}

func exampleScanEpisodes(t *testing.T, f *fixture) {
	project := f.project(t)
	f.record(t, project, acted(t, "both", episodic.OutcomeSuccess, "stop", "read"), acted(t, "none", episodic.OutcomeFailure, "wait"), acted(t, "gone", episodic.OutcomeSuccess, "read"))
	f.record(t, project, prepare(t, "error", 0, func(e *episodic.Episode) {
		e.StartedAt, e.Events = episodic.Timestamp{}, []episodic.Event{{ID: "e1", Type: episodic.EventError, Factor: "read"}}
	}))
	must(t, f.Graph.DeleteEpisode(t.Context(), project, "gone", day()))
	got := map[string]patterns.EpisodeStates{}
	d, err := f.Patterns.ScanEpisodes(t.Context(), project, []string{occurred("read").Key(), occurred("unknown").Key(), occurred("stop").Key()}, func(e patterns.EpisodeStates) error {
		e.States = slices.Clone(e.States)
		slices.SortFunc(e.States, func(a, b layer.ObservedState) int { return a.Factor - b.Factor })
		got[e.Episode] = e
		return nil
	})
	must(t, err)
	same(t, "every episode is scanned", map[string]patterns.EpisodeStates{
		"both": {Episode: "both", Seen: day(), Outcome: episodic.OutcomeSuccess, States: []layer.ObservedState{
			{Factor: 0, Order: new(minutes(1).UnixMicro())}, {Factor: 2, Order: new(minutes(0).UnixMicro())},
		}},
		"none":  {Episode: "none", Seen: day(), Outcome: episodic.OutcomeFailure},
		"error": {Episode: "error", Outcome: episodic.OutcomeSuccess, Errors: true, States: []layer.ObservedState{{Factor: 0}}},
	}, got)
	whole, err := f.Factors.GetDerivation(t.Context(), project)
	must(t, err)
	if d != whole {
		t.Errorf("scanned with %+v, and the layer is %+v", d, whole)
	}
	stop := errors.New("stop")
	if _, err := f.Patterns.ScanEpisodes(t.Context(), project, nil, func(patterns.EpisodeStates) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("an error ends it: %v", err)
	}
}
