package dataset_test

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/causal/dataset"
)

// joinable are two columns of five rows: told at some times, at an unknown one, or not.
func joinable() (a, b *dataset.Column) {
	t := dataset.Empty().With(rows(
		episode("1", state(aOn, 5)), episode("2", state(aOn, 7), state(bOn, 3)), episode("3", state(bOn, 9)), episode("4"), episode("5", state(aOn, never), state(bOn, 2)),
	))
	return t.Columns["a"], t.Columns["b"]
}

func TestUnion(t *testing.T) {
	a, b := joinable()
	got := dataset.Union([]*dataset.Column{a, b})
	if told, want := names(got), []string{"occurred", "occurred", "occurred", "-", "occurred"}; !slices.Equal(told, want) {
		t.Errorf("told is %v, want %v", told, want)
	}
	if want := []int64{5, 3, 9, dataset.Untimed, dataset.Untimed}; !slices.Equal(got.At, want) {
		t.Errorf("the times are %v, want the earliest, and none where one is unknown: %v", got.At, want)
	}
	if a.Told() != 3 || got.Told() != 4 || !a.Meets(b) {
		t.Errorf("%d rows tell one, %d one or both; both are told: %t", a.Told(), got.Told(), a.Meets(b))
	}
}

func TestAlternatives(t *testing.T) {
	all := dataset.Empty().With(rows(episode("1", state(aOn, 5)), episode("2", state(bOn, 3)), episode("3")))
	got := dataset.Alternatives([]string{"first", "second"}, []*dataset.Column{all.Columns["a"], all.Columns["b"]})
	if told, want := names(got), []string{"first", "second", "-"}; !slices.Equal(told, want) {
		t.Errorf("told is %v, want %v", told, want)
	}
	if want := []int64{5, 3, dataset.Untimed}; !slices.Equal(got.At, want) {
		t.Errorf("the times are %v, want %v", got.At, want)
	}
}
