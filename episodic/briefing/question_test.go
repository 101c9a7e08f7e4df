package briefing_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/briefing"
	"github.com/causeway-memory/causeway/internal/problem"
)

func TestContextQuestion_problems(t *testing.T) {
	since := episodic.EpisodeFilter{Since: time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)}
	long := strings.Repeat("x", 100_001)
	for name, c := range map[string]struct {
		asked briefing.ContextQuestion
		want  string
	}{
		"a task":                   {briefing.ContextQuestion{Task: "x", Budget: briefing.LeastBudget}, ""},
		"a task and a budget":      {briefing.ContextQuestion{Task: "x", Budget: briefing.MostBudget}, ""},
		"too little":               {briefing.ContextQuestion{Task: "x", Budget: briefing.LeastBudget - 1}, "budget INVALID_INPUT"},
		"too much":                 {briefing.ContextQuestion{Task: long, Budget: briefing.MostBudget + 1}, "task TOO_LARGE, budget INVALID_INPUT"},
		"since alone has no until": {briefing.ContextQuestion{Task: "x", Budget: 500, Filter: since}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			var invalid *problem.InvalidError
			if err := briefing.CheckContext(c.asked); errors.As(err, &invalid) {
				for _, p := range invalid.Problems {
					got = append(got, p.Path+" "+p.Code)
				}
			}
			if s := strings.Join(got, ", "); s != c.want {
				t.Errorf("%s, want %s", s, c.want)
			}
		})
	}
}
