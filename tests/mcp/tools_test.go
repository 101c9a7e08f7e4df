package mcp_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/tokens"
	"github.com/causeway-memory/causeway/tests/harness"
)

// episodes is how many the tests record: enough to compare two options.
const episodes = 24

// serve starts a service with all tools.
func serve(t *testing.T, change func(*config.Config)) *harness.Service {
	t.Helper()
	shared.Services(t)
	cfg := shared.Config(t)
	cfg.MCP.Tools = config.ToolsAll
	if change != nil {
		change(&cfg)
	}
	s, end, err := harness.Serve(cfg, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	return s
}

// rollout is an episode in which a router was deployed in one of two ways.
func rollout(i int, at time.Time) arguments {
	chosen, outcome := "canary", "success"
	if i%2 > 0 {
		chosen, outcome = "all at once", "failure"
	}
	return arguments{
		"session_id": fmt.Sprintf("s%02d", i), "task": "Deploy the router to a region", "outcome": outcome,
		"decisions": []arguments{{
			"id": "d1", "timestamp": at.Format(time.RFC3339), "type": "design", "context": "rollout of the router",
			"options": []string{"canary", "all at once"}, "chosen": chosen, "rationale": "as planned", "outcome": outcome, "effects": []string{"outcome"},
		}},
		"events":  []arguments{{"id": "e1", "timestamp": at.Add(time.Minute).Format(time.RFC3339), "type": "tool_call", "content": "deploy router", "caused_by": []string{"d1"}}},
		"lessons": []string{"Roll out one region first"},
		"metrics": arguments{"duration_minutes": 12.5, "tool_calls": 3},
	}
}

type list struct {
	Items   []map[string]any `json:"items"`
	LeftOut int              `json:"left_out"`
	Note    string           `json:"note"`
}

// TestTools uses every tool as an agent would over its day.
func TestTools(t *testing.T) {
	s := serve(t, nil)
	p := s.Project(t)
	a := overHTTP(t, s, "/mcp/"+p.Name, "")
	if len(a.answers) != 14 {
		t.Fatalf("%d tools", len(a.answers))
	}
	now := time.Now().UTC().Truncate(time.Second)
	for i := range episodes {
		got := call[map[string]string](a, "store_episode", rollout(i, now.AddDate(0, 0, -i)))
		if got["permalink"] != fmt.Sprintf("episodes/episode-s%02d", i) || got["change"] != "created" || got["note"] != "" {
			t.Fatalf("stored %v", got)
		}
	}
	if got := call[map[string]string](a, "store_episode", rollout(0, now)); got["change"] != "unchanged" {
		t.Errorf("stored again: %v", got)
	}
	t.Run("episodes", func(t *testing.T) { a.on(t).episodes() })
	t.Run("effects", func(t *testing.T) { a.on(t).effects() })
	t.Run("patterns", func(t *testing.T) { a.on(t).patterns() })
	t.Run("session", func(t *testing.T) { a.on(t).session() })
	t.Run("refusals", func(t *testing.T) { a.on(t).refusals() })
}

func (a *agent) on(t *testing.T) *agent { return &agent{a.ClientSession, t, a.answers} }

func (a *agent) episodes() {
	failed := call[list](a, "query_episodes", arguments{"outcome": "failure", "task": "ROUTER", "limit": 4})
	if len(failed.Items) != 4 || failed.LeftOut != episodes/2-4 || failed.Items[0]["id"] != "episode-s01" {
		a.t.Errorf("failures: %+v", failed)
	}
	few := call[list](a, "query_episodes", arguments{"max_tokens": 200})
	if n := len(few.Items); n == 0 || n+few.LeftOut != episodes {
		a.t.Errorf("%d episodes and %d left out", n, few.LeftOut)
	}
	a.within(200, "query_episodes", arguments{"max_tokens": 200})
	decided := call[list](a, "get_decision_sequence", arguments{"episode_id": "episodes/episode-s01"})
	if len(decided.Items) != 1 || decided.Items[0]["chosen"] != "all at once" {
		a.t.Errorf("decisions: %+v", decided)
	}
	decisive := call[list](a, "get_decisive_steps", arguments{"episode_id": "episodes/episode-s01"})
	if len(decisive.Items) == 0 || decisive.Items[0]["what"] != "all at once" || !strings.HasPrefix(decisive.Note, "RANKED: ") {
		a.t.Errorf("decisive steps: %+v", decisive)
	}
	checked := call[map[string]any](a, "check_action", arguments{"action": "rollout=all at once"})
	if checked["note"] == "" || checked["warns"] == nil {
		a.t.Errorf("before an action: %v", checked)
	}
	similar := call[list](a, "get_similar_decisions", arguments{"context": "how to roll out a router"})
	if len(similar.Items) == 0 || similar.Items[0]["episode_outcome"] == "" {
		a.t.Errorf("similar decisions: %+v", similar)
	}
}

// within checks that an answer has at most so many tokens.
func (a *agent) within(most int, tool string, in arguments) {
	n, err := tokens.New().CountTokens(text(a.result(tool, in)))
	if err != nil || n > most {
		a.t.Errorf("%s answers in %d tokens (%v), at most %d are wanted", tool, n, err, most)
	}
}

func (a *agent) effects() {
	effect := call[struct {
		Status, Text, Chosen, Otherwise string
		Difference                      *struct{ Value, Low, High float64 }
	}](a, "get_what_if", arguments{"episode": "episode-s01", "decision": "Canary"})
	if effect.Status != "OK" || effect.Difference == nil || effect.Difference.High >= 0 || !strings.Contains(effect.Otherwise, "canary") {
		a.t.Errorf("what if: %+v", effect)
	}
	a.within(1000, "get_what_if", arguments{"episode": "episode-s01", "decision": "canary"})
	path := call[struct {
		Found bool
		Over  string
		Path  []map[string]string
		Depth int
	}](a, "get_causal_path", arguments{"from_pattern": "all at once", "to_pattern": "outcome=failure"})
	if !path.Found || path.Over != "factors" || path.Depth != 1 || len(path.Path) != 2 {
		a.t.Errorf("path: %+v", path)
	}
	if none := call[map[string]any](a, "get_causal_path", arguments{"from_pattern": "no such", "to_pattern": "thing"}); none["found"] != false || none["note"] == "" {
		a.t.Errorf("no path: %v", none)
	}
}

func (a *agent) patterns() {
	first := arguments{"name": "canary-first", "trigger": "a router is deployed", "action": "deploy to one region first", "evidence_episode": "episode-s00"}
	added := call[map[string]any](a, "add_pattern", first)
	if added["created"] != true {
		a.t.Errorf("added %v", added)
	}
	stated := arguments{"name": "all-at-once", "trigger": "a router is deployed", "action": "deploy everywhere", "success_rate": .2, "is_antipattern": true}
	call[map[string]any](a, "add_pattern", stated)
	stated["success_rate"] = .4
	again := call[struct {
		Pattern struct {
			Claimed struct {
				Rate        float64
				Occurrences int
			}
			Counted any
		}
	}](a, "add_pattern", stated)
	if c := again.Pattern.Claimed; c.Occurrences != 2 || c.Rate < .299 || c.Rate > .301 || again.Pattern.Counted != nil {
		a.t.Errorf("claimed twice: %+v", again)
	}
	applied := call[map[string]any](a, "record_application", arguments{"pattern": "canary-first", "episode": "episode-s02", "outcome": "success"})
	if applied["verdict"] != "supports" {
		a.t.Errorf("applied: %v", applied)
	}
	works := call[list](a, "query_patterns", arguments{"trigger": "ROUTER", "min_success_rate": .7, "min_occurrences": 2})
	if len(works.Items) != 1 || works.Items[0]["name"] != "canary-first" || works.Items[0]["claimed"] != nil {
		a.t.Errorf("patterns: %+v", works)
	}
	fails := call[list](a, "get_antipatterns", arguments{"max_success_rate": .35})
	if len(fails.Items) != 1 || fails.Items[0]["name"] != "all-at-once" || fails.Items[0]["counted"] != nil {
		a.t.Errorf("anti-patterns: %+v", fails)
	}
	call[map[string]any](a, "add_pattern", arguments{
		"name": "one-region", "trigger": "a region is free", "action": "use it", "causal_relationships": []arguments{{"type": "enables", "target": "canary-first"}},
	})
	path := call[struct {
		Over string
		Path []map[string]string
	}](a, "get_causal_path", arguments{"from_pattern": "one-reg", "to_pattern": "canary"})
	if path.Over != "patterns" || len(path.Path) != 2 || path.Path[1]["by"] != "enables" {
		a.t.Errorf("path over patterns: %+v", path)
	}
}

func (a *agent) session() {
	told := call[map[string]string](a, "bootstrap_context", arguments{})
	for _, want := range []string{"Failed [episode-s01]", "Failed [episode-s05]", "deploy to one region first", "2 of 2 succeeded"} {
		if !strings.Contains(told["text"], want) {
			a.t.Errorf("no %q in %s", want, told["text"])
		}
	}
	if strings.Contains(told["text"], "Failed [episode-s07]") {
		a.t.Errorf("more than three failures in %s", told["text"])
	}
	a.within(300, "bootstrap_context", arguments{"budget": 300})
	task := call[map[string]string](a, "get_context_for_task", arguments{"task": "deploy the router", "budget": 500})
	if !strings.Contains(task["text"], "episode-s") {
		a.t.Errorf("context: %v", task)
	}
	failed := call[map[string]string](a, "get_context_for_task", arguments{"error": "the deploy of the router failed"})
	if !strings.Contains(failed["text"], "episode-s") {
		a.t.Errorf("context after an error: %v", failed)
	}
	a.within(600, "bootstrap_context", arguments{"budget": 600, "task": "deploy the router"})
}

func (a *agent) refusals() {
	a.refused("an option that was not there", "get_what_if", arguments{"episode": "episode-s01", "decision": "blue-green"}, "NOT_FOUND", `"canary"`)
	a.refused("an episode that is not there", "get_what_if", arguments{"episode": "none", "decision": "canary"}, "NOT_FOUND")
	a.refused("an outcome that is none", "query_episodes", arguments{"outcome": "bad"}, "INVALID_INPUT", "field: outcome")
	a.refused("too few tokens", "query_episodes", arguments{"max_tokens": 5}, "max_tokens")
	a.refused("too few tokens for a bootstrap", "bootstrap_context", arguments{"budget": 100}, "INVALID_INPUT", "field: budget")
	a.refused("too few for one with a task", "bootstrap_context", arguments{"budget": 300, "task": "t"}, "field: budget")
	a.refused("too many", "query_episodes", arguments{"limit": 101}, "field: limit")
	a.refused("too deep", "get_causal_path", arguments{"from_pattern": "a", "to_pattern": "b", "max_depth": 11}, "max_depth")
	a.refused("a missing argument", "get_decision_sequence", arguments{}, "episode_id")
	a.refused("an unknown argument", "get_decision_sequence", arguments{"episode_id": "x", "colour": "red"}, "colour")
	a.refused("a project beside the one of the address", "query_episodes", arguments{"project": "other"}, "project")
	a.refused("a time that is none", "store_episode", arguments{"session_id": "s", "task": "t", "started_at": "yesterday"}, "started_at")
	a.refused("neither a task nor an error", "get_context_for_task", arguments{}, "INVALID_INPUT", "field: task")
	a.refused("a decision without a name", "store_episode", arguments{"session_id": "s", "task": "t", "decisions": []arguments{{"id": ""}}},
		"INVALID_INPUT", "field: decisions[0].id")
}
