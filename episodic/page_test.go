package episodic_test

import (
	"errors"
	"slices"
	"strconv"
	"testing"

	"github.com/causeway-memory/causeway/episodic"
)

// numbers is a list of the numbers below n that counts how often it is read.
type numbers struct{ n, reads int }

func (l *numbers) read(p episodic.Page) ([]int, error) {
	l.reads++
	first := 0
	if p.After != "" {
		after, err := strconv.Atoi(p.After)
		if err != nil {
			return nil, err
		}
		first = after + 1
	}
	var out []int
	for i := first; i < min(l.n, first+p.Limit); i++ {
		out = append(out, i)
	}
	return out, nil
}

func TestAllItems(t *testing.T) {
	for _, c := range []struct {
		why            string
		n, size, reads int
	}{
		{"an empty list", 0, 3, 1},
		{"less than a page", 2, 3, 1},
		{"a full page may have a successor", 3, 3, 2},
		{"the last page is short", 7, 3, 3},
	} {
		l := &numbers{n: c.n}
		got, err := episodic.AllItems(c.size, l.read, strconv.Itoa)
		var want []int
		for i := range c.n {
			want = append(want, i)
		}
		if err != nil || !slices.Equal(got, want) || l.reads != c.reads {
			t.Errorf("%s: %v after %d reads, want %v after %d (%v)", c.why, got, l.reads, want, c.reads, err)
		}
	}
}

func TestItems_Ends(t *testing.T) {
	broken := errors.New("broken")
	l := &numbers{n: 9}
	var got []int
	for i, err := range episodic.Items(2, func(p episodic.Page) ([]int, error) {
		if l.reads == 2 {
			return nil, broken
		}
		return l.read(p)
	}, strconv.Itoa) {
		if err != nil {
			if !errors.Is(err, broken) {
				t.Errorf("ends with %v", err)
			}
			break
		}
		got = append(got, i)
	}
	if !slices.Equal(got, []int{0, 1, 2, 3}) {
		t.Errorf("before the error: %v", got)
	}
	if all, err := episodic.AllItems(2, func(episodic.Page) ([]int, error) { return []int{1}, broken }, strconv.Itoa); !errors.Is(err, broken) || all != nil {
		t.Errorf("all of a broken list: %v, %v", all, err)
	}
	l = &numbers{n: 9}
	for i, err := range episodic.Items(2, l.read, strconv.Itoa) {
		if i == 1 || err != nil {
			break
		}
	}
	if l.reads != 1 {
		t.Errorf("stopped on the first page, it read %d", l.reads)
	}
}
