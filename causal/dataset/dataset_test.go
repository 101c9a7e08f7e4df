package dataset_test

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/dataset"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/layer"
)

// The factors of rows: two states of "a", and one of "b".
const (
	aOn = iota
	aOff
	bOn
)

// state is an observed state at a time; never is no time.
func state(of int, at int64) layer.ObservedState {
	s := layer.ObservedState{Factor: of}
	if at != never {
		s.Order = &at
	}
	return s
}

const never = -99

func rows(episodes ...layer.EpisodeStates) *dataset.Rows {
	return &dataset.Rows{
		Factors:   []factor.Identity{{Variable: "a", State: "on"}, {Variable: "a", State: "off"}, {Variable: "b", State: "on"}},
		Variables: []string{"a", "b"},
		Episodes:  episodes,
	}
}

func episode(id string, states ...layer.ObservedState) layer.EpisodeStates {
	return layer.EpisodeStates{Episode: id, States: states}
}

// names are the first states of a column by row.
func names(c *dataset.Column) (out []string) {
	for _, n := range c.Of {
		switch n {
		case dataset.NotObserved:
			out = append(out, "-")
		case dataset.Ambiguous:
			out = append(out, "?")
		default:
			out = append(out, c.States[n])
		}
	}
	return out
}

func TestDataset_With(t *testing.T) {
	first := dataset.Empty().With(rows(episode("m", state(aOn, 1)), episode("z", state(aOff, 1), state(bOn, 2))))
	second := first.With(rows(episode("b", state(bOn, never)), episode("z", state(aOff, 5), state(aOn, 3))))
	if got := second.Episodes; !slices.Equal(got, []string{"b", "m", "z"}) || second.Row["z"] != 2 || second.Cells() != 6 {
		t.Errorf("episodes %v, rows %v, %d cells", got, second.Row, second.Cells())
	}
	for of, want := range map[*dataset.Column][]string{
		first.Columns["a"]: {"on", "off"}, first.Columns["b"]: {"-", "on"}, // it has not changed
		second.Columns["a"]: {"-", "on", "on"}, second.Columns["b"]: {"on", "-", "-"},
	} {
		if got := names(of); !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
	a := second.Columns["a"]
	if got := a.Sequences[2]; len(got) != 2 || a.States[got[0]] != "on" || a.States[got[1]] != "off" {
		t.Errorf("the states of z in order: %v of %v", got, a.States)
	}
	if at := time.Unix(9, 0); !dataset.Empty().With(rows(layer.EpisodeStates{Episode: "m", Seen: at})).With(rows(episode("a"))).Seen[1].Equal(at) {
		t.Error("the start of an episode is lost when another one comes before it")
	}
	if b := second.Columns["b"]; b.At[0] != dataset.Untimed || a.At[2] != 3 {
		t.Errorf("times %v, %v", a.At, b.At)
	}
}

func TestInOrder(t *testing.T) {
	for why, c := range map[string]struct {
		states []layer.ObservedState
		want   []int
		first  bool
	}{
		"by time":                           {[]layer.ObservedState{state(0, 5), state(1, 3)}, []int{1, 0}, true},
		"two at first":                      {[]layer.ObservedState{state(0, 3), state(1, 3)}, nil, false},
		"one without a time":                {[]layer.ObservedState{state(0, 3), state(1, never)}, nil, false},
		"known beforehand, one without":     {[]layer.ObservedState{state(0, contribution.OrderFirst), state(1, never)}, []int{0}, true},
		"two at the same time, after first": {[]layer.ObservedState{state(0, 4), state(1, 4), state(2, 1)}, []int{2}, true},
	} {
		sequence, first := dataset.InOrder(c.states)
		var got []int
		for _, s := range sequence {
			got = append(got, s.Factor)
		}
		if first != c.first || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %v, %v", why, got, first)
		}
	}
}

func TestColumn_Order(t *testing.T) {
	d := dataset.Empty().With(rows(
		episode("1", state(aOn, 1), state(bOn, 2)), episode("2", state(aOn, 3), state(bOn, 2)), episode("3", state(aOn, 2), state(bOn, 2)),
		episode("4", state(aOn, contribution.OrderFirst), state(bOn, never)), episode("5", state(aOn, never), state(bOn, 2)), episode("6", state(aOn, 1)),
	))
	a, b := d.Columns["a"], d.Columns["b"]
	if both, before, after := a.Order(b); both != 5 || before != 2 || after != 1 {
		t.Errorf("of %d, %d before and %d after", both, before, after)
	}
	if both, before, after := b.Order(a); both != 5 || before != 1 || after != 2 {
		t.Errorf("the other way: of %d, %d before and %d after", both, before, after)
	}
}
