package answers_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

// briefing is what contextFor answers.
type briefing struct {
	Text           string
	Tokens, Budget int
	Truncated      bool
	LeftOut        struct{ Episodes, Lines, Shortened int }
	Note           *string
	Patterns       []struct {
		Text     string
		Unproven bool
		Pattern  struct{ Name string }
	}
	Choices []struct {
		Variable, Text string
		Options        []struct {
			State                        string
			Successes, Partial, Failures int
		}
	}
	Entries []struct {
		Reason  string
		Score   *float64
		Tokens  int
		Episode struct{ Key string }
		Lines   []struct{ Kind, Key, Text string }
	}
}

func (p *project) briefing(v vars) briefing {
	p.T.Helper()
	return harness.Get[struct{ ContextFor briefing }](p, harness.ContextQuery, v).ContextFor
}

func (b briefing) keys(reason string) []string {
	keys := []string{}
	for _, e := range b.Entries {
		if e.Reason == reason {
			keys = append(keys, e.Episode.Key)
		}
	}
	return keys
}

func TestContext_WhatToRead(t *testing.T) {
	p := newProject(t)
	ago := func(days int) string { return time.Now().UTC().AddDate(0, 0, -days).Format(time.RFC3339) }
	p.Record(vars{
		"id": "alike", "task": "Stop the retry storm", "outcome": "FAILURE", "startedAt": ago(100), "lessons": []string{"add jitter"},
		"decisions": []vars{{"id": "d001", "context": "errors rise", "chosen": "roll back", "options": []string{"wait", "roll back"}, "outcome": "SUCCESS"}},
		"events":    []vars{{"id": "e001", "type": "ERROR", "content": "503 from the gateway"}},
	})
	p.Record(vars{"id": "both", "task": "a retry storm again", "outcome": "FAILURE", "startedAt": ago(1)})
	for i := range 4 {
		p.Record(vars{"id": fmt.Sprint("failed-", i), "task": "unload cargo", "outcome": "FAILURE", "startedAt": ago(i + 1)})
	}
	for key, when := range map[string]any{"dock-lately": ago(6), "dock-long-ago": ago(9), "dock-some-day": nil} {
		p.Record(vars{"id": key, "task": "unload cargo", "outcome": "FAILURE", "startedAt": when, "domain": "dock"})
	}
	p.Record(vars{"id": "fine", "task": "unload cargo", "outcome": "SUCCESS", "startedAt": ago(1)})

	got := p.briefing(vars{"task": "Tame a retry storm"})
	similar := got.keys("SIMILAR")
	slices.Sort(similar)
	if !slices.Equal(similar, []string{"alike", "both"}) {
		t.Errorf("similar are %v", similar)
	}
	if failures := got.keys("RECENT_FAILURE"); !slices.Equal(failures, []string{"failed-0", "failed-1", "failed-2"}) {
		t.Errorf("what failed in the last days: %v", failures)
	}
	for _, line := range []string{
		"[alike/d001] decision, outcome success: errors rise; chosen roll back; instead of wait",
		"[alike/e001] error: 503 from the gateway", "[alike] lesson: add jitter",
	} {
		if !strings.Contains(got.Text, line+"\n") {
			t.Errorf("no line %q in\n%s", line, got.Text)
		}
	}
	if got.Truncated || got.Tokens < 50 || got.Tokens > 400 || got.Budget != 2000 || got.Note != nil {
		t.Errorf("all of it fits: %+v", got)
	}
	if none := p.briefing(vars{"task": "quokka"}); len(none.keys("SIMILAR")) > 0 || none.Note == nil || len(none.keys("RECENT_FAILURE")) != 3 {
		t.Errorf("nothing is alike: %+v", none)
	}
	if dock := p.briefing(vars{"task": "quokka", "filter": vars{"domain": "dock"}}); !slices.Equal(dock.keys("RECENT_FAILURE"), []string{"dock-lately"}) {
		t.Errorf("what failed lately at the dock: %v", dock.keys("RECENT_FAILURE"))
	}
	narrow := p.briefing(vars{"task": "Tame a retry storm", "filter": vars{"outcomes": []string{"SUCCESS"}}})
	if len(narrow.keys("SIMILAR")) > 0 || len(narrow.keys("RECENT_FAILURE")) != 3 {
		t.Errorf("outcomes do not narrow what failed: %+v", narrow.Entries)
	}
}

// TestContext_Budget asks the example episodes with every budget: each line has its episode,
// nothing stands twice, and no entry has 500 tokens.
func TestContext_Budget(t *testing.T) {
	harness.EmbeddedOnly(t)
	p := newProject(t)
	p.ImportFiles(vars{"files": harness.ExampleFiles(t)})
	cut := false
	for _, task := range []string{"payments fail at the gateway", "plan the release of the ferry timetable"} {
		for budget := 200; budget <= 32_000; budget = budget*3/2 + 1 {
			got := p.briefing(vars{"task": task, "budget": budget})
			if got.Tokens > budget || got.Tokens == 0 {
				t.Errorf("%d tokens of %d", got.Tokens, budget)
			}
			if got.LeftOut.Episodes > 0 && got.Tokens < budget*9/10 {
				t.Errorf("%d tokens of %d, and %d episodes are left out", got.Tokens, budget, got.LeftOut.Episodes)
			}
			cut = cut || got.Truncated
			checkBriefing(t, got)
		}
	}
	if !cut {
		t.Error("no budget was too small: too little is tested")
	}
}

func checkBriefing(t *testing.T, b briefing) {
	t.Helper()
	seen := map[string]bool{}
	lines := 0
	for _, e := range b.Entries {
		if e.Tokens >= 500 || seen[e.Episode.Key] {
			t.Errorf("%s: %d tokens, seen %v", e.Episode.Key, e.Tokens, seen[e.Episode.Key])
		}
		seen[e.Episode.Key] = true
		for _, l := range e.Lines {
			lines++
			if !strings.HasPrefix(l.Text, "["+l.Key+"] ") || !strings.HasPrefix(l.Key, e.Episode.Key) || strings.Contains(l.Text, "\n") || seen[l.Text] {
				t.Errorf("line %q of %s", l.Text, e.Episode.Key)
			}
			seen[l.Text] = true
		}
	}
	if b.Truncated {
		lines++
	}
	lines += len(b.Patterns) + len(b.Choices)
	if got := strings.Count(b.Text, "\n") + 1; got != lines {
		t.Errorf("the text has %d lines, its entries %d", got, lines)
	}
	if b.Truncated != (b.LeftOut.Episodes+b.LeftOut.Lines+b.LeftOut.Shortened > 0) || b.Truncated != strings.Contains(b.Text, "(cut to ") {
		t.Errorf("cut is %v, left out %+v", b.Truncated, b.LeftOut)
	}
}
