package causal_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/enginetest"
)

// undecided is a store of one layer in which nothing that is marked gets derived.
type undecided struct {
	causal.FactorStore

	layer *layer
}

func (u undecided) ChangeFactors(_ context.Context, _ string, _ bool, _ time.Time, work func(causal.DerivationTx) error) error {
	before := u.layer.rules
	err := work(u.layer)
	if err != nil {
		u.layer.rules = before
	}
	return err
}

func (undecided) DeriveSome(context.Context, string, int) (int, error) { return 0, nil }

// threeFactors is a layer with u=a, u=b and u=c.
func threeFactors(t *testing.T) *layer {
	t.Helper()
	l := newLayer(t)
	for i, state := range []string{"a", "b", "c"} {
		l.write(prepared(t, fmt.Sprintf(`{"id":"x%d","task":"t","outcome":"unknown","decisions":[],
			"events":[{"id":"e1","type":"error","content":"u=%s"}],"metrics":{},"lessons":[]}`, i, state)))
	}
	return l
}

func TestMerge_AgainstWhatIsRecorded(t *testing.T) {
	a, b, c := identity("u", "a"), identity("u", "b"), identity("u", "c")
	var refused *episodic.InvalidError
	for _, test := range []struct {
		why        string
		held       []causal.Merge
		from, into causal.Identity
		want       any
		merges     int
	}{
		{"nothing is recorded", nil, a, b, nil, 1},
		{"the same again", []causal.Merge{{From: a, Into: b}}, a, b, nil, 1},
		{"into another one", []causal.Merge{{From: a, Into: b}}, a, c, episodic.ErrConflict, 1},
		{"back", []causal.Merge{{From: a, Into: b}}, b, a, &refused, 1},
		{"round over two", []causal.Merge{{From: a, Into: b}, {From: b, Into: c}}, c, a, &refused, 2},
		{"on to a third", []causal.Merge{{From: a, Into: b}}, b, c, nil, 2},
	} {
		l := threeFactors(t)
		l.rules.Merges = test.held
		s := causal.NewService(causal.Parts{Factors: undecided{layer: l}}, time.Now)
		err := s.Merge(t.Context(), causal.MergeRequest{Project: "p", From: []string{test.from.Key()}, Into: test.into.Key()})
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
		if len(l.rules.Merges) != test.merges {
			t.Errorf("%s: %d merges are recorded, want %d", test.why, len(l.rules.Merges), test.merges)
		}
	}
}

func TestSplit_IntoWhatWasMergedIntoIt(t *testing.T) {
	l := threeFactors(t)
	a, b := identity("u", "a"), identity("u", "b")
	l.change(causal.Rules{Merges: []causal.Merge{{From: a, Into: b}}})
	s := causal.NewService(causal.Parts{Factors: undecided{layer: l}}, time.Now)
	split := causal.SplitRequest{Project: "p", Factor: b.Key(), Occurrences: []string{"x1/e1"}, Into: a}
	var refused *episodic.InvalidError
	if err := s.Split(t.Context(), split); !errors.As(err, &refused) || refused.Problems[0].Path != "into" || !strings.Contains(err.Error(), a.Key()) {
		t.Errorf("a split into what merges lead back from: %v", err)
	}
	split.Members = []string{a.Key()}
	if err := s.Split(t.Context(), split); err != nil || len(l.rules.Merges) != 0 || len(l.rules.Splits) != 1 {
		t.Errorf("with the merge released: %v, rules %+v", err, l.rules)
	}
}

func TestChangeRules_ManyMergesAtOnce(t *testing.T) {
	var rules causal.Rules
	for i := range 10_000 {
		rules.Merges = append(rules.Merges, causal.Merge{From: identity("u", fmt.Sprint(i)), Into: identity("u", fmt.Sprint(i+1))})
	}
	began := time.Now()
	if members := rules.Members(identity("u", "10000")); len(members) != 10_000 {
		t.Errorf("%d members", len(members))
	}
	if took := time.Since(began); enginetest.TooLong(t, took, 20*time.Second) {
		t.Errorf("it took %v", took)
	}
}

// slow is a store in which one project fails and the batches of another have to be small.
type slow struct {
	causal.FactorStore

	limits *[]int
}

func (slow) ListUnderived(context.Context, int) ([]string, error) {
	return []string{"broken", "large", "small"}, nil
}

var errBroken = errors.New("broken")

func (s slow) DeriveSome(_ context.Context, project string, limit int) (int, error) {
	switch {
	case project == "broken":
		return 0, errBroken
	case project == "large" && limit > 50:
		return 0, fmt.Errorf("derive: %w", episodic.ErrTimeout)
	}
	*s.limits = append(*s.limits, limit)
	return limit, nil
}

func TestDeriveBacklog_OneProjectHoldsUpNoOther(t *testing.T) {
	var limits []int
	s := causal.NewService(causal.Parts{Factors: slow{limits: &limits}}, time.Now)
	n, err := s.DeriveBacklog(t.Context(), 10)
	if !errors.Is(err, errBroken) || !slices.Equal(limits, []int{50, 200}) || n != 250 {
		t.Errorf("%d episodes in batches of %v (%v)", n, limits, err)
	}
}

// stuck is a store that records rules, and never derives in time.
type stuck struct{ undecided }

func (stuck) DeriveSome(context.Context, string, int) (int, error) { return 0, episodic.ErrTimeout }

func TestMerge_IsDoneThoughDerivationRunsOutOfTime(t *testing.T) {
	l := threeFactors(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s := causal.NewService(causal.Parts{Factors: stuck{undecided{layer: l}}}, time.Now)
	err := s.Merge(ctx, causal.MergeRequest{Project: "p", From: []string{identity("u", "a").Key()}, Into: identity("u", "b").Key()})
	if err != nil || len(l.rules.Merges) != 1 {
		t.Errorf("a merge that is recorded: %v, rules %+v", err, l.rules)
	}
}
