package pages_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/tests/harness"
)

// riskPattern is the name of the pattern of the guide and of docs/browser.md.
const riskPattern = "Put a known risk off"

// putOff are the decisions of the examples in which a known risk is put off.
func putOff() []vars {
	return []vars{
		{"variable": "known risk", "state": "Merge, and open an issue for the double capture"},
		{"variable": "idempotency key", "state": "Skip the idempotency key for now"},
		{"variable": "idempotency key", "state": "Put the double capture off until after Easter"},
	}
}

// addPattern adds a pattern to the examples, refines its words and validates it. It went well in
// some of them; in a late one it does not, so that its rate falls, and of one nobody knows.
func (p *project) addPattern() {
	p.T.Helper()
	season, last := vars{"variable": "deadline", "state": "Before the season"}, putOff()[0]
	matches := []vars{{"trigger": []vars{season}, "then": []vars{last}}}
	for _, action := range putOff() {
		matches = append(matches, vars{"then": []vars{action}})
	}
	for id, outcome := range map[string]string{"late": "FAILURE", "open": "UNKNOWN"} {
		harness.Get[any](p, recordQuery, vars{"e": vars{
			"id": id, "task": "Ship it before the season", "outcome": outcome, "startedAt": time.Now().UTC().AddDate(0, 0, -10),
			"decisions": []vars{
				{"id": "d001", "factor": season["variable"], "chosen": season["state"]},
				{"id": "d002", "factor": last["variable"], "chosen": last["state"]},
			},
		}})
	}
	harness.Get[any](p, addPatternQuery, vars{"input": vars{
		"name": riskPattern, "category": "FAILURE", "antiPattern": true, "summary": "A risk that is known is left for later.",
		"trigger": "a known risk stands against a date", "action": "put it off", "matches": matches,
	}})
	harness.Get[any](p, updatePatternQuery, vars{"pattern": riskPattern, "input": vars{"description": "The date is met, and the risk is met after it."}})
	harness.Get[any](p, `mutation($project: String!) { validatePatterns(project: $project) { run } }`, nil)
}

const (
	recordQuery = `mutation($project: String!, $e: EpisodeInput!) {
		recordEpisode(project: $project, input: $e) { receipt { state } }
	}`
	addPatternQuery = `mutation($project: String!, $input: PatternInput!) {
		addPattern(project: $project, input: $input) { created }
	}`
	updatePatternQuery = `mutation($project: String!, $pattern: String!, $input: PatternChangesInput!) {
		updatePattern(project: $project, pattern: $pattern, input: $input, reason: "seen in the review") { changed }
	}`
)

// checkDrawnEvidence wants a pattern with its counts, and each episode joined to it in the colour of what it says.
func checkDrawnEvidence(t *testing.T, d drawing) {
	t.Helper()
	circles, arrows := fills(d.Nodes), fills(d.Relations)
	episodes := circles[fill(t, "node.Episode")]
	if circles[fill(t, "node.Pattern")] != 1 || episodes != len(putOff())+2 {
		t.Errorf("the evidence of a pattern: circles %v", circles)
	}
	support, against := arrows[fill(t, "relationship.SUPPORTED_BY")], arrows[fill(t, "relationship.CONTRADICTED_BY")]
	if support == 0 || against == 0 || support+against != episodes-1 {
		t.Errorf("%d episodes support it and %d contradict it, of %d with one that leaves it open", support, against, episodes)
	}
	if !slices.ContainsFunc(captions(d.Nodes), func(c string) bool { return strings.Contains(c, "2 of 4") }) {
		t.Errorf("the pattern does not tell its counts: %q", captions(d.Nodes))
	}
}
