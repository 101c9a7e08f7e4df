package execution_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/causeway-memory/causeway/episodic/execution"
	"github.com/causeway-memory/causeway/internal/problem"
)

// A place is read as it was written, times before 1970 too; what nobody wrote is refused.
func TestPlace(t *testing.T) {
	for _, p := range []execution.Place{{}, {At: 1777800000000, Sequence: 7}, {At: -5, Sequence: 1 << 60}} {
		if got, err := execution.ParsePlace(p.String()); err != nil || got != p {
			t.Errorf("%v became %v, %v", p, got, err)
		}
	}
	for _, text := range []string{"", "zz", "00", strings.Repeat("0", 34)} {
		if _, err := execution.ParsePlace(text); err == nil {
			t.Errorf("%q is a place", text)
		}
	}
}

func TestCheckContext(t *testing.T) {
	many := map[string]any{}
	for i := range 51 {
		many[fmt.Sprint(i)] = "x"
	}
	for why, c := range map[string]struct {
		context map[string]any
		want    string
	}{
		"too many names": {many, "51 names"},
		"a long value":   {map[string]any{"a": strings.Repeat("x", 201)}, "201 characters"},
		"two lines":      {map[string]any{"a": "x\ny"}, "no line of text"},
		"no name":        {map[string]any{" a": "x"}, "without space"},
		"an object":      {map[string]any{"a": map[string]any{}}, "neither a text"},
	} {
		if err := execution.CheckContext("context", c.context); !errors.Is(err, problem.ErrInvalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", why, err)
		}
	}
	fine := map[string]any{"a": "x", "b": true, "c": nil}
	if err := execution.CheckContext("context", fine); err != nil || len(fine) != 2 {
		t.Errorf("%v, %v", fine, err)
	}
}
