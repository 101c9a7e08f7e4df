package model_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/graph/model"
	"github.com/causeway-memory/causeway/internal/problem"
)

func TestPart(t *testing.T) {
	most := episodic.MaxItems
	for name, tt := range map[string]struct {
		why           string
		n             int
		first         *int
		offset        int
		from, to      int
		wrongArgument string
	}{
		"all":              {why: "without arguments a list is whole", n: 3, to: 3},
		"none":             {why: "an empty list has an empty part", n: 0},
		"as many as fit":   {why: "the longest list that is shown as a whole", n: most, to: most},
		"one more":         {why: "a longer one is not cut in silence", n: most + 1, wrongArgument: "first"},
		"its end":          {why: "what is left of it fits", n: most + 1, offset: 1, from: 1, to: most + 1},
		"a part":           {why: "a part of a long list", n: 9 * most, first: new(7), offset: 5, from: 5, to: 12},
		"the last part":    {why: "there is less than was asked for", n: 10, first: new(7), offset: 5, from: 5, to: 10},
		"beyond its end":   {why: "there is nothing", n: 10, first: new(7), offset: 50, from: 10, to: 10},
		"none of it":       {why: "first is at least 1", n: 10, first: new(0), wrongArgument: "first"},
		"too many":         {why: "first has a greatest value", n: 10, first: new(most + 1), wrongArgument: "first"},
		"before its begin": {why: "an offset is no negative number", n: 10, offset: -1, wrongArgument: "offset"},
	} {
		t.Run(name, func(t *testing.T) {
			list := make([]int, tt.n)
			for i := range list {
				list[i] = i
			}
			got, err := model.Part(list, tt.first, tt.offset)
			var invalid *problem.InvalidError
			if tt.wrongArgument != "" {
				if !errors.As(err, &invalid) || invalid.Problems[0].Path != tt.wrongArgument {
					t.Errorf("%s: %v", tt.why, err)
				}
				return
			}
			if diff := cmp.Diff(list[tt.from:tt.to], got); err != nil || diff != "" {
				t.Errorf("%s: %v, (-want +got):\n%s", tt.why, err, diff)
			}
		})
	}
}
