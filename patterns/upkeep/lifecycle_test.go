package upkeep_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/intake"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/sqlitestore"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/upkeep"
	"github.com/google/go-cmp/cmp"
)

// testProject is a project with episodes and patterns and a clock that the test sets.
type testProject struct {
	t          *testing.T
	store      *sqlitestore.Store
	service    *memory.Patterns
	causes     *memory.Causes
	clock      time.Time
	statements atomic.Int64
	written    int
}

const projectID = "p"

func newTestProject(t *testing.T) *testProject {
	t.Helper()
	l := &testProject{t: t, clock: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
	var err error
	l.store, err = sqlitestore.Open(sqlitestore.Options{
		Path:        filepath.Join(t.TempDir(), "causeway.db"),
		OnStatement: func(context.Context, string, time.Duration, error) { l.statements.Add(1) },
	})
	l.must(err)
	t.Cleanup(func() { _ = l.store.Close(context.WithoutCancel(t.Context())) })
	l.must(l.store.Migrate(t.Context()))
	now := func() time.Time { return l.clock }
	l.service = memory.NewPatterns(memory.PatternParts{Patterns: l.store, Factors: l.store, Episodes: l.store, Tokens: tokens.New()}, now)
	l.causes = memory.NewCauses(memory.CauseParts{Links: l.store, Occurrences: l.store, Factors: l.store, Tokens: tokens.New()}, now)
	return l
}

func (l *testProject) must(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

// attempt is an episode in which something was chosen on a system; an empty field is not recorded.
type attempt struct {
	system, choice string
	outcome        episodic.Outcome
	began          time.Time
}

func (l *testProject) record(attempts ...attempt) {
	l.t.Helper()
	var all []episodic.Prepared
	for _, one := range attempts {
		l.written++
		e := episodic.Episode{ID: fmt.Sprintf("e%05d", l.written), Outcome: one.outcome}
		if !one.began.IsZero() {
			e.StartedAt = episodic.Timestamp{Time: one.began}
		}
		if one.system != "" {
			e.Context = map[string]string{"system": one.system}
		}
		if one.choice != "" {
			d := episodic.Decision{ID: "d1", Type: episodic.DecisionDesign, Context: "deploy", Chosen: one.choice, Outcome: episodic.OutcomeUnknown}
			if !one.began.IsZero() {
				d.At = episodic.Timestamp{Time: one.began.Add(time.Minute)}
			}
			e.Decisions = append(e.Decisions, d)
		}
		p, err := intake.Prepare(e)
		l.must(err)
		all = append(all, p)
	}
	_, err := l.store.RecordEpisodes(l.t.Context(), projectID, all, false, l.clock)
	l.must(err)
}

// some returns episodes with so many successes and failures, spread over the days before now.
func (l *testProject) some(system, choice string, succeeded, failed int) (out []attempt) {
	for i := range succeeded + failed {
		one := attempt{system, choice, episodic.OutcomeSuccess, l.clock.Add(-time.Duration(1+i%60) * 24 * time.Hour)}
		if i >= succeeded {
			one.outcome = episodic.OutcomeFailure
		}
		out = append(out, one)
	}
	return out
}

// state returns the factor with this variable and state.
func (l *testProject) state(variable, state string) factor.Identity {
	l.t.Helper()
	found, err := l.store.ListFactors(l.t.Context(), layer.FactorQuery{Project: projectID, Page: episodic.Page{Limit: episodic.MaxPage}})
	l.must(err)
	for _, f := range found {
		if f.Variable == variable && f.State == state {
			return f.Identity
		}
	}
	l.t.Fatalf("there is no factor %s = %s among %v", variable, state, found)
	return factor.Identity{}
}

func (l *testProject) add(name string, anti bool, trigger, action factor.Identity) string {
	l.t.Helper()
	d := patterns.Definition{
		Category: patterns.CategoryStrategy, AntiPattern: anti, Summary: "What is tried.", Trigger: "on " + trigger.State, Action: "deploy by " + action.State,
		Matches: []patterns.Match{{Then: []factor.Identity{action}}},
	}
	if trigger.Variable != "" {
		d.Matches[0].Trigger = []factor.Identity{trigger}
	}
	added, err := l.service.Catalog.Add(l.t.Context(), patterns.AddRequest{Project: projectID, Name: name, Definition: d})
	l.must(err)
	return added.Key
}

func (l *testProject) pattern(key string) patterns.Pattern {
	l.t.Helper()
	p, err := l.service.Catalog.Pattern(l.t.Context(), projectID, key)
	l.must(err)
	return p
}

// history returns the statuses of a pattern, oldest first.
func (l *testProject) history(key string) (out []patterns.Status) {
	l.t.Helper()
	changes, err := l.store.ListChanges(l.t.Context(), projectID, key, episodic.Page{Limit: episodic.MaxPage})
	l.must(err)
	for _, c := range slices.Backward(changes) {
		out = append(out, c.After)
		if c.Kind == patterns.ChangeStatus && c.Validation == nil {
			l.t.Errorf("the change to %s has no figures", c.After)
		}
	}
	return out
}

// everything returns all that is stored of the project except the ledger.
func (l *testProject) everything() map[string]any {
	l.t.Helper()
	all, err := l.store.ListPatterns(l.t.Context(), patterns.Query{Project: projectID, Order: patterns.OrderKey, Page: episodic.Page{Limit: 1000}})
	l.must(err)
	fingerprint, err := l.causes.Derive.Fingerprint(l.t.Context(), projectID)
	l.must(err)
	out := map[string]any{"patterns": all, "factors": fingerprint}
	for _, p := range all {
		changes, err := l.store.ListChanges(l.t.Context(), projectID, p.Key, episodic.Page{Limit: 1000})
		l.must(err)
		evidence, err := l.store.ListPatternEvidence(l.t.Context(), patterns.EvidenceQuery{Project: projectID, Pattern: p.Key, Page: episodic.Page{Limit: 100_000}})
		l.must(err)
		out["changes of "+p.Key], out["evidence of "+p.Key] = changes, evidence
	}
	return out
}

func (l *testProject) consolidate(dry bool) upkeep.Consolidation {
	l.t.Helper()
	var steps []int
	report, err := l.service.Upkeep.Consolidate(l.t.Context(), upkeep.ConsolidateRequest{Project: projectID, DryRun: dry}, func(done, total int) {
		steps = append(steps, done)
		if total != len(upkeep.Stages()) {
			l.t.Errorf("%d parts are told", total)
		}
	})
	l.must(err)
	if !slices.IsSorted(steps) || steps[len(steps)-1] != len(upkeep.Stages()) {
		l.t.Errorf("the progress is %v", steps)
	}
	return report
}

func TestValidate_lifeOfAPattern(t *testing.T) {
	l := newTestProject(t)
	l.record(slices.Concat(l.some("linux", "canary", 58, 2), l.some("linux", "direct", 30, 30), l.some("mac", "direct", 20, 5))...)
	key := l.add("canaries on linux", false, l.state("system", "linux"), l.state("deploy", "canary"))
	if p := l.pattern(key); p.Status != patterns.StatusCandidate || p.Counts.Trials() != 60 {
		t.Fatalf("born as %s with %+v", p.Status, p.Counts)
	}
	report, err := l.service.Validation.Validate(t.Context(), projectID, nil, patterns.Criteria{})
	l.must(err)
	v := report.Results[0].Validation
	want := patterns.Counted{Successes: 58, Trials: 60, NullSuccesses: 30, NullTrials: 60, OtherSuccesses: 20, OtherTrials: 25}
	if diff := cmp.Diff(want, v.Figures.Window); diff != "" {
		t.Errorf("counted (-want +got):\n%s", diff)
	}
	if p := l.pattern(key); p.Status != patterns.StatusValidated || p.Last == nil || p.Reason == "" || report.Mended != 0 {
		t.Fatalf("it is %s (%s), mended %d, failed %v", p.Status, p.Reason, report.Mended, v.Failed)
	}
	l.clock = l.clock.AddDate(0, 0, 100) // earlier episodes leave the window
	l.record(slices.Concat(l.some("linux", "canary", 5, 95), l.some("linux", "direct", 60, 20))...)
	l.consolidate(false)
	if p := l.pattern(key); p.Status != patterns.StatusUnderReview {
		t.Fatalf("it is %s by %+v", p.Status, p.Last)
	}
	for _, c := range []struct {
		why  string
		days int
		want patterns.Status
	}{
		{"89 days are not 90", 89, patterns.StatusUnderReview},
		{"it did not recover", 1, patterns.StatusDeprecated},
		{"it stays so", 30, patterns.StatusDeprecated},
	} {
		l.clock = l.clock.AddDate(0, 0, c.days)
		l.consolidate(false)
		if p := l.pattern(key); p.Status != c.want {
			t.Errorf("%s: %s", c.why, p.Status)
		}
	}
	statuses := []patterns.Status{patterns.StatusCandidate, patterns.StatusValidated, patterns.StatusUnderReview, patterns.StatusDeprecated}
	if diff := cmp.Diff(statuses, l.history(key)); diff != "" {
		t.Errorf("the history (-want +got):\n%s", diff)
	}
}

// A chosen rule, and validating a single pattern, change only what they should.
func TestValidate_writesOnlyWhatIsAsked(t *testing.T) {
	l := newTestProject(t)
	l.record(slices.Concat(l.some("linux", "canary", 58, 2), l.some("mac", "canary", 40, 1), l.some("linux", "direct", 30, 30), l.some("mac", "direct", 30, 30))...)
	one := l.add("one", false, l.state("system", "linux"), l.state("deploy", "canary"))
	two := l.add("two", false, l.state("system", "mac"), l.state("deploy", "canary"))
	before := l.everything()
	figures, err := l.service.Validation.Examine(t.Context(), projectID, one, patterns.Criteria{})
	l.must(err)
	_, err = l.service.Validation.Validate(t.Context(), projectID, nil, patterns.Criteria{Rule: patterns.RuleNoFailure})
	l.must(err)
	if diff := cmp.Diff(before, l.everything()); diff != "" {
		t.Errorf("looking changed something:\n%s", diff)
	}
	report, err := l.service.Validation.Validate(t.Context(), projectID, []string{one}, patterns.Criteria{})
	l.must(err)
	if len(report.Results) != 1 || report.Family != 2 || !reflect.DeepEqual(report.Results[0].Validation, figures) {
		t.Errorf("%d results, a family of %d: %+v", len(report.Results), report.Family, report.Results)
	}
	if a, b := l.pattern(one), l.pattern(two); a.Status != patterns.StatusValidated || b.Status != patterns.StatusCandidate || b.Last != nil {
		t.Errorf("%s and %s", a.Status, b.Status)
	}
	if _, err := l.service.Validation.Validate(t.Context(), projectID, []string{"0123456789abcdef"}, patterns.Criteria{}); err == nil {
		t.Error("an unknown pattern is validated")
	}
}

// A tally in one pass equals judging every pattern against every episode.
func TestValidate_countsWhatIsThere(t *testing.T) {
	l := newTestProject(t)
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	var attempts []attempt
	for range 400 {
		one := attempt{
			system: pick("", "linux", "mac", "bsd"), choice: pick("", "canary", "direct", "blue green"),
			outcome: episodic.Outcome(pick("success", "failure", "partial", "unknown")),
			began:   l.clock.Add(-time.Duration(random.IntN(200*24)) * time.Hour),
		}
		if random.IntN(20) == 0 {
			one.began = time.Time{}
		}
		attempts = append(attempts, one)
	}
	l.record(attempts...)
	l.must(l.causes.Derive.DeclareClosed(t.Context(), projectID, []string{"system"}, "none", true))
	var keys []string
	for _, system := range []string{"linux", "mac", "none", ""} {
		for _, choice := range []string{"canary", "direct", "blue green"} {
			trigger := factor.Identity{}
			switch system {
			case "":
			case "none": // no episode records it
				trigger = factor.Identity{Variable: "system", State: system}
			default:
				trigger = l.state("system", system)
			}
			keys = append(keys, l.add(fmt.Sprintf("on %q by %s", system, choice), false, trigger, l.state("deploy", choice)))
		}
	}
	l.mustUpdate(l.service.Catalog.Update(t.Context(), patterns.UpdateRequest{Project: projectID, Key: keys[0], Refined: true, Reason: "to begin anew"}))
	l.clock = l.clock.Add(time.Hour)
	l.record(l.some("linux", "canary", 3, 3)...)
	for i, key := range keys {
		_, err := l.service.Catalog.Apply(t.Context(), patterns.ApplicationRequest{
			Project: projectID, Key: key, Episode: fmt.Sprintf("e%05d", i+1), Application: patterns.Application{Outcome: episodic.OutcomeSuccess},
		})
		l.must(err)
	}
	for _, rule := range append([]patterns.SuccessRule{""}, patterns.SuccessRules()...) {
		report, err := l.service.Validation.Validate(t.Context(), projectID, nil, patterns.Criteria{Rule: rule, Days: 100})
		l.must(err)
		if report.Mended != 0 || report.Skipped != 0 || len(report.Results) != len(keys) {
			t.Errorf("mended %d, skipped %d of %d", report.Mended, report.Skipped, len(report.Results))
		}
		for _, r := range report.Results {
			if diff := cmp.Diff(l.counted(r.Pattern, rule, 100), r.Validation.Figures); diff != "" {
				t.Errorf("%s by %q (-one by one +in one pass):\n%s", r.Name, rule, diff)
			}
		}
	}
}

func (l *testProject) mustUpdate(_ bool, err error) { l.t.Helper(); l.must(err) }

// A run sends the same number of statements however many patterns there are.
func TestValidate_statementsAreBounded(t *testing.T) {
	l := newTestProject(t)
	l.record(slices.Concat(l.some("linux", "canary", 20, 2), l.some("linux", "direct", 10, 10))...)
	run := func() int64 {
		before := l.statements.Load()
		_, err := l.service.Validation.Validate(t.Context(), projectID, nil, patterns.Criteria{})
		l.must(err)
		return l.statements.Load() - before
	}
	l.add("first", false, l.state("system", "linux"), l.state("deploy", "canary"))
	run() // its status may change
	one := run()
	for i := range 60 {
		l.add(fmt.Sprint("further ", i), i%2 == 0, l.state("system", "linux"), l.state("deploy", "direct"))
	}
	run()
	if many := run(); many > one {
		t.Errorf("%d statements for one pattern, %d for 61", one, many)
	}
}

// The episodes that suggested an edit do not count as its evidence.
func TestUpdate_anotherTestBeginsAnew(t *testing.T) {
	l := newTestProject(t)
	l.record(slices.Concat(l.some("linux", "red", 20, 30), l.some("linux", "blue", 45, 5), l.some("linux", "direct", 25, 25))...)
	key := l.add("colors", false, factor.Identity{}, l.state("deploy", "red"))
	blue := func(d *patterns.Definition) {
		d.Matches = []patterns.Match{{Then: []factor.Identity{l.state("deploy", "blue")}}}
	}
	fresh := l.add("not validated yet", false, factor.Identity{}, l.state("deploy", "red"))
	l.mustUpdate(l.service.Catalog.Update(t.Context(), patterns.UpdateRequest{Project: projectID, Key: fresh, Edit: blue, Reason: "a slip"}))
	if p := l.pattern(fresh); !p.CountedFrom.IsZero() || p.Counts.Trials() != 50 {
		t.Errorf("before any validation it counts %+v from %s", p.Counts, p.CountedFrom)
	}
	_, err := l.service.Validation.Validate(t.Context(), projectID, nil, patterns.Criteria{})
	l.must(err)
	l.mustUpdate(l.service.Catalog.Update(t.Context(), patterns.UpdateRequest{Project: projectID, Key: key, Edit: blue, Reason: "blue went better"}))
	l.clock = l.clock.AddDate(0, 0, 1)
	_, err = l.service.Validation.Validate(t.Context(), projectID, nil, patterns.Criteria{})
	l.must(err)
	if p := l.pattern(key); p.Status != patterns.StatusCandidate || p.Counts.Trials() != 0 || p.CountedFrom.IsZero() {
		t.Errorf("it is %s with %+v counted from %s", p.Status, p.Counts, p.CountedFrom)
	}
}
