package derive_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/causeway-memory/causeway/causal/causaltest"
	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/derive"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/internal/memory"
	"github.com/causeway-memory/causeway/internal/problem"
)

// undecided is a store of one layer in which nothing that is marked gets derived.
type undecided struct {
	derive.Store

	layer *causaltest.Layer
}

func (u undecided) ChangeFactors(_ context.Context, _ string, _ bool, _ time.Time, work func(derive.Tx) error) error {
	before := u.layer.RuleSet
	err := work(u.layer)
	if err != nil {
		u.layer.RuleSet = before
	}
	return err
}

func (undecided) RefreshSome(context.Context, string, int) (int, error) { return 0, nil }

// threeFactors is a layer with u=a, u=b and u=c.
func threeFactors(t *testing.T) *causaltest.Layer {
	t.Helper()
	l := causaltest.NewLayer(t)
	for i, state := range []string{"a", "b", "c"} {
		l.Write(causaltest.Prepared(t, fmt.Sprintf(`{"id":"x%d","task":"t","outcome":"unknown","decisions":[],
			"events":[{"id":"e1","type":"error","content":"u=%s"}],"metrics":{},"lessons":[]}`, i, state)))
	}
	return l
}

func TestMerge_AgainstWhatIsRecorded(t *testing.T) {
	a, b, c := causaltest.Identity("u", "a"), causaltest.Identity("u", "b"), causaltest.Identity("u", "c")
	var refused *problem.InvalidError
	for _, test := range []struct {
		why        string
		held       []contribution.Merge
		from, into factor.Identity
		want       any
		merges     int
	}{
		{"nothing is recorded", nil, a, b, nil, 1},
		{"the same again", []contribution.Merge{{From: a, Into: b}}, a, b, nil, 1},
		{"into another one", []contribution.Merge{{From: a, Into: b}}, a, c, episodic.ErrConflict, 1},
		{"back", []contribution.Merge{{From: a, Into: b}}, b, a, &refused, 1},
		{"round over two", []contribution.Merge{{From: a, Into: b}, {From: b, Into: c}}, c, a, &refused, 2},
		{"on to a third", []contribution.Merge{{From: a, Into: b}}, b, c, nil, 2},
	} {
		l := threeFactors(t)
		l.RuleSet.Merges = test.held
		s := memory.NewCauses(memory.CauseParts{Factors: undecided{layer: l}}, time.Now)
		err := s.Derive.Merge(t.Context(), derive.MergeRequest{Project: "p", From: []string{test.from.Key()}, Into: test.into.Key()})
		switch want := test.want.(type) {
		case nil:
			if err != nil {
				t.Errorf("%s: %v", test.why, err)
			}
		case error:
			if !errors.Is(err, want) || !strings.Contains(err.Error(), b.Key()) {
				t.Errorf("%s: %v, want %v that names %s", test.why, err, want, b.Key())
			}
		default:
			if !errors.As(err, want) {
				t.Errorf("%s: %v, want it refused", test.why, err)
			}
		}
		if len(l.RuleSet.Merges) != test.merges {
			t.Errorf("%s: %d merges are recorded, want %d", test.why, len(l.RuleSet.Merges), test.merges)
		}
	}
}

func TestSplit_IntoWhatWasMergedIntoIt(t *testing.T) {
	l := threeFactors(t)
	a, b := causaltest.Identity("u", "a"), causaltest.Identity("u", "b")
	l.Change(contribution.Rules{Merges: []contribution.Merge{{From: a, Into: b}}})
	s := memory.NewCauses(memory.CauseParts{Factors: undecided{layer: l}}, time.Now)
	split := derive.SplitRequest{Project: "p", Factor: b.Key(), Occurrences: []string{"x1/e1"}, Into: a}
	var refused *problem.InvalidError
	if err := s.Derive.Split(t.Context(), split); !errors.As(err, &refused) || refused.Problems[0].Path != "into" || !strings.Contains(err.Error(), a.Key()) {
		t.Errorf("a split into what merges lead back from: %v", err)
	}
	split.Members = []string{a.Key()}
	if err := s.Derive.Split(t.Context(), split); err != nil || len(l.RuleSet.Merges) != 0 || len(l.RuleSet.Splits) != 1 {
		t.Errorf("with the merge released: %v, rules %+v", err, l.RuleSet)
	}
}

func TestChangeRules_ManyMergesAtOnce(t *testing.T) {
	var rules contribution.Rules
	for i := range 10_000 {
		rules.Merges = append(rules.Merges, contribution.Merge{From: causaltest.Identity("u", fmt.Sprint(i)), Into: causaltest.Identity("u", fmt.Sprint(i+1))})
	}
	began := time.Now()
	if members := rules.Members(causaltest.Identity("u", "10000")); len(members) != 10_000 {
		t.Errorf("%d members", len(members))
	}
	if took := time.Since(began); enginetest.TooLong(t, took, 20*time.Second) {
		t.Errorf("it took %v", took)
	}
}

// slow is a store in which one project fails and the batches of another have to be small.
type slow struct {
	derive.Store

	limits  *[]int
	counted *[]string
}

func (slow) ListStale(context.Context, int) ([]string, error) {
	return []string{"broken", "large", "small"}, nil
}

var errBroken = errors.New("broken")

func (s slow) RefreshSome(_ context.Context, project string, limit int) (int, error) {
	switch {
	case project == "broken":
		return 0, errBroken
	case project == "large" && limit > 50:
		return 0, fmt.Errorf("derive: %w", episodic.ErrTimeout)
	}
	*s.limits = append(*s.limits, limit)
	return limit, nil
}

func (slow) ListUncounted(context.Context, int) ([]string, error) {
	return []string{"broken", "large"}, nil
}

func (s slow) CountUncounted(_ context.Context, project string) error {
	if project == "broken" {
		return errBroken
	}
	*s.counted = append(*s.counted, project)
	return nil
}

func TestDeriveBacklog_OneProjectHoldsUpNoOther(t *testing.T) {
	var limits []int
	var counted []string
	s := memory.NewCauses(memory.CauseParts{Factors: slow{limits: &limits, counted: &counted}}, time.Now)
	n, err := s.Derive.DeriveBacklog(t.Context(), 10)
	if !errors.Is(err, errBroken) || !slices.Equal(limits, []int{50, 200}) || n != 250 || !slices.Equal(counted, []string{"large"}) {
		t.Errorf("%d episodes in batches of %v, links of %v counted (%v)", n, limits, counted, err)
	}
}

// stuck is a store that records rules, and never derives in time.
type stuck struct{ undecided }

func (stuck) RefreshSome(context.Context, string, int) (int, error) { return 0, episodic.ErrTimeout }

func TestMerge_IsDoneThoughDerivationRunsOutOfTime(t *testing.T) {
	l := threeFactors(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s := memory.NewCauses(memory.CauseParts{Factors: stuck{undecided{layer: l}}}, time.Now)
	err := s.Derive.Merge(ctx, derive.MergeRequest{Project: "p", From: []string{causaltest.Identity("u", "a").Key()}, Into: causaltest.Identity("u", "b").Key()})
	if err != nil || len(l.RuleSet.Merges) != 1 {
		t.Errorf("a merge that is recorded: %v, rules %+v", err, l.RuleSet)
	}
}

// endless is a store in which there is always more to derive, a batch a second.
type endless struct {
	undecided

	batches *int
}

func (e endless) RefreshSome(ctx context.Context, _ string, limit int) (int, error) {
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-time.After(time.Second):
		*e.batches++
		return limit, nil
	}
}

func TestMerge_OfALargeFactorAnswersSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, batches := threeFactors(t), 0
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		began := time.Now()
		s := memory.NewCauses(memory.CauseParts{Factors: endless{undecided{layer: l}, &batches}}, time.Now)
		err := s.Derive.Merge(ctx, derive.MergeRequest{Project: "p", From: []string{causaltest.Identity("u", "a").Key()}, Into: causaltest.Identity("u", "b").Key()})
		if took := time.Since(began); err != nil || len(l.RuleSet.Merges) != 1 || batches < 4 || took > 6*time.Second {
			t.Errorf("it took %v and %d batches: %v, rules %+v", took, batches, err, l.RuleSet)
		}
	})
}
