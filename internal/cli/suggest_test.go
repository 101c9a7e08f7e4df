package cli

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	known := []string{"recall", "record", "restore", "causes", "causes-of", "path"}
	for _, c := range []struct{ why, typed, want string }{
		{"a letter is missing", "recal", "recall"},
		{"two neighbors are swapped", "erstore", "restore"},
		{"case is no difference", "PATH", "path"},
		{"a beginning is near, however much is missing", "resto", "restore"},
		{"the nearest only", "causs", "causes"},
		{"nothing is made up", "zebra", ""},
		{"two letters begin too many words", "re", ""},
		{"nothing was typed", "", ""},
	} {
		if got := strings.Join(nearest(c.typed, known), "|"); got != c.want {
			t.Errorf("%s: %q is near %q, want %q", c.why, c.typed, got, c.want)
		}
	}
	if got := didYouMean("x1", []string{"x2", "x3", "x4", "x5"}); got != "; did you mean x2 or x3 or x4?" {
		t.Errorf("of many that are alike, three are named: %q", got)
	}
}
