package clone_test

import (
	"slices"
	"testing"

	"github.com/causeway-memory/causeway/internal/clone"
)

func TestSlice(t *testing.T) {
	for _, c := range []struct {
		why         string
		given, want [][]int
	}{
		{"nil stays nil", nil, nil},
		{"an empty one becomes nil", [][]int{}, nil},
		{"elements are copied", [][]int{{1, 2}, nil, {3}}, [][]int{{1, 2}, nil, {3}}},
	} {
		got := clone.Slice(c.given, slices.Clone[[]int])
		if (got == nil) != (c.want == nil) || !slices.EqualFunc(got, c.want, slices.Equal[[]int]) {
			t.Errorf("%s: %v", c.why, got)
		}
	}
}

func TestSlice_Deep(t *testing.T) {
	given := [][]int{{1, 2}}
	deep, flat := clone.Slice(given, slices.Clone[[]int]), clone.Slice(given, clone.Value)
	given[0][0] = 9
	if deep[0][0] != 1 {
		t.Error("the copy of an element shares its memory")
	}
	if flat[0][0] != 9 {
		t.Error("Value copied what an element refers to")
	}
	given[0] = nil
	if flat[0] == nil {
		t.Error("the copy shares the memory of the list")
	}
}

func TestPointer(t *testing.T) {
	if got := clone.Pointer(nil, clone.Value[int]); got != nil {
		t.Errorf("the copy of nothing is %v", got)
	}
	given := &[]int{1}
	got := clone.Pointer(given, slices.Clone[[]int])
	(*given)[0] = 9
	if got == given || (*got)[0] != 1 {
		t.Errorf("the copy shares memory: %v", *got)
	}
}
