package pages_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// drawn is what the page shows after a question.
type drawnPage struct {
	Status, Words, Drawing string
	Factors, Links, Lines  []string
	Drawn                  bool
	// Options are the rows of the table of effects, Plot names the plot of their intervals.
	Options        []string
	Plot, Adjusted string
	Intervals      int
	// Rates are the rows of the table of periods, Told what is said of the pattern, Plots name its plots.
	Rates, Told, Plots []string
	Dots               int
}

// explored is what the script explore.mjs saw.
type explored struct {
	// Answers are what the page shows for each address.
	Answers map[string]drawnPage
	// First is where the first link leads, Second where the arrow key does, Panel what has the
	// focus when evidence opens, Back when it is closed, Outline how wide the focus is shown.
	First, Second, Panel, Back, Outline string
	// Evidence and Episode are their texts; Expanded says whether the button tells it is open.
	Evidence, Episode, Expanded string
	Closed                      bool
	// Clicked is the evidence that a click on a line opened; Address is where the question went, Left that of the page before, when
	// evidence was still asked for.
	Clicked, Address, Left string
	Again                  []string
	// Schemes has the texts of too little contrast under light and dark, and what was taken over.
	Schemes struct {
		Light, Dark        []string
		Chosen, Remembered string
	}
	Sent struct {
		Before, After, Address string
		Headers                []string
	}
	// Trials are what a period of a pattern's rates leads to.
	Trials struct {
		From, Evidence, Episode, Back, Address string
		Faint                                  []string
	}
	Kept                       string
	Unnamed, Outside, Problems []string
	// Failed is what the page says when evidence cannot be shown, by the failure.
	Failed map[string]string
}

// timetables are episodes in which a cause can be measured: a change on a Friday breaks the
// timetable, unless it was reviewed, and a broken timetable mostly fails the day.
func timetables() []vars {
	var out []vars
	for i := range 60 {
		day := []string{"friday", "monday"}[i%2]
		reviewed := []string{"yes", "no"}[i/2%2]
		breaks := day == "friday" && reviewed == "no" && i%7 != 0 || i%23 == 1
		at := func(hour int) string { return fmt.Sprintf("2026-02-%02dT%02d:00:00Z", 1+i%28, hour) }
		e := vars{
			"id": fmt.Sprintf("episode-timetable-%02d", i), "timestamp": at(8), "task": "Bring the new timetable out", "outcome": "success",
			"decisions": []vars{
				{"id": "d1", "timestamp": at(9), "context": "day", "options": []string{"friday", "monday"}, "chosen": day},
				{"id": "d2", "timestamp": at(10), "context": "review", "options": []string{"yes", "no"}, "chosen": reviewed},
			},
		}
		if breaks {
			e["events"] = []vars{
				{"id": "e1", "timestamp": at(11), "type": "error", "content": "timetable=broken"},
				{"id": "e2", "timestamp": at(12), "type": "milestone", "content": "Travellers write in"},
			}
			e["causal_order_version"] = 1
			links := []vars{
				{"source": "d1", "target": "e1", "relation": "causes", "basis": "stated"},
				{"source": "e1", "target": "e2", "relation": "causes", "basis": "temporal"},
				{"source": "d2", "target": "e1", "relation": "causes", "basis": "extracted"},
			}
			if i%5 != 0 {
				e["outcome"] = "failure"
				links = append(links, vars{"source": "e1", "target": "outcome", "relation": "causes", "basis": "stated"})
			}
			e["links"] = links
		}
		if i < 12 {
			events, _ := e["events"].([]vars)
			e["events"] = append(events, vars{"id": "e3", "type": "milestone", "content": "Pier " + string(rune('a'+i)) + " swept"})
		}
		out = append(out, e)
	}
	return out
}

// tides are two episodes that together, and neither alone, lead from a tide to a late boat.
func tides() []vars {
	var out []vars
	for i, said := range [][2]string{{"tide=high", "pier=wet"}, {"pier=wet", "boat=late"}} {
		out = append(out, vars{
			"id": fmt.Sprintf("episode-tide-%d", i), "task": "Let the boat leave", "outcome": "unknown",
			"events": []vars{{"id": "e1", "type": "milestone", "content": said[0]}, {"id": "e2", "type": "milestone", "content": said[1]}},
			"links":  []vars{{"source": "e1", "target": "e2", "relation": "causes", "basis": "stated"}},
		})
	}
	return out
}

const statedPrevention = `mutation($project: String!) {
	declareClosedWorld(project: $project, variables: ["timetable"], absentState: "whole") { rules { closed { variable } } }
	recordFactorLink(project: $project, input: {source: {variable: "review", state: "yes"}, relation: PREVENTS,
		target: {variable: "timetable", state: "broken"}, origin: "an analyst"}) { changed }
	alone: recordFactorLink(project: $project, input: {source: {variable: "fog", state: "thick"}, relation: CAUSES,
		target: {variable: "ferry", state: "late"}, origin: "an analyst", strength: 0.9}) { changed }
}`

// exploreFactors opens the page over embedded engines that hold the timetables, and drives it.
func exploreFactors(t *testing.T, settings vars, adapt func(*config.Config)) explored {
	t.Helper()
	return exploreFilled(t, settings, adapt, func(p *project) {
		p.ImportAll(append(timetables(), tides()...)...)
		harness.Get[vars](p, statedPrevention, nil)
	})
}

// exploreFilled opens the page over embedded engines that a function fills, and drives it.
func exploreFilled(t *testing.T, settings vars, adapt func(*config.Config), fill func(*project)) explored {
	t.Helper()
	harness.EmbeddedOnly(t)
	if _, err := os.Stat(filepath.Join(tree.Root(), "internal", "web", "dist", "cytoscape.min.js")); err != nil {
		if os.Getenv("CAUSEWAY_REQUIRE_TOOLS") == "1" {
			t.Fatal("the binary holds no drawing library: make web")
		}
		t.Skip("SKIPPED, NOT RUN: the binary holds no drawing library: make web")
	}
	cfg := harness.EmbeddedConfig(t)
	adapt(&cfg)
	s, end, err := harness.Serve(cfg, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	settings["project"] = "pier"
	if cfg.Auth.TokensFile == "" {
		fill(&project{&harness.Project{Service: s, T: t, Name: "pier"}})
	}
	settings["link"] = s.URL + "/explore"
	seen := chromium[explored](t, "explore.mjs", settings)
	if len(seen.Unnamed) > 0 || len(seen.Outside) > 0 || len(seen.Problems) > 0 {
		t.Errorf("without a name: %q; asked elsewhere: %q; in the console: %q", seen.Unnamed, seen.Outside, seen.Problems)
	}
	return seen
}

func TestExplore_WithAKeyboardOnly(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	typed := vars{"from": "day=friday", "to": "outcome:failure"}
	seen := exploreFactors(t, vars{"typed": typed, "questions": vars{
		"path":    typed,
		"all":     vars{"from": "review", "to": "outcome:failure", "mode": "ALL_SIMPLE"},
		"around":  vars{"of": "timetable=broken", "rule": "ALL"},
		"cut":     vars{"from": "nothing has this name", "to": "outcome:failure"},
		"many":    vars{"from": "swept", "to": "outcome:failure"},
		"guess":   vars{"from": "tide=high", "to": "boat=late"},
		"guessed": vars{"from": "tide=high", "to": "boat=late", "composed": "yes"},
		"no way":  vars{"from": "outcome:failure", "to": "day=friday"},
		"no such": vars{"project": "nowhere", "of": "day=friday"},
	}}, func(*config.Config) {})
	wantPages(t, seen.Answers)
	if !strings.HasPrefix(seen.First, "Explore causes") || seen.Panel != "evidence" || !seen.Closed || seen.Expanded != "true" || seen.Outline != "3px" {
		t.Errorf("the first link leads to %q, evidence has the focus: %q, closed: %v, expanded: %s, focus %s wide", seen.First, seen.Panel, seen.Closed, seen.Expanded, seen.Outline)
	}
	if guessed := seen.Answers["guessed"].Factors; !slices.Contains(guessed, "⌁ pier=wet") {
		t.Errorf("no factor is marked among %q", guessed)
	}
	path := seen.Answers["path"]
	if !strings.HasPrefix(seen.Second, path.Factors[1]) || !strings.HasPrefix(seen.Back, path.Links[0]) {
		t.Errorf("the arrow key leads to %q, Escape back to %q; the lists are %q and %q", seen.Second, seen.Back, path.Factors, path.Links)
	}
	for _, part := range []string{"day=friday causes timetable=broken", "measured in 60 episodes", "60 episodes compare the two", "Episodes that support it", "Episodes that contradict it", "Show more"} {
		if !strings.Contains(seen.Evidence, part) {
			t.Errorf("the evidence lacks %q:\n%s", part, seen.Evidence)
		}
	}
	for _, part := range []string{"Bring the new timetable out", "day: chose “friday” of friday | monday", "The GraphQL query"} {
		if !strings.Contains(seen.Episode, part) {
			t.Errorf("the episode lacks %q:\n%s", part, seen.Episode)
		}
	}
	if seen.Left == "" || strings.Contains(seen.Left, "what=") {
		t.Errorf("the page that is left for has the address %q", seen.Left)
	}
	if !strings.Contains(seen.Clicked, "causes") {
		t.Errorf("a click on a line of the drawing opens %q", seen.Clicked)
	}
	if !strings.Contains(seen.Address, "from=day%3Dfriday") || strings.Contains(seen.Address, "token") || !slices.Equal(seen.Again, path.Links) {
		t.Errorf("the address is %q, and going back and on shows %q", seen.Address, seen.Again)
	}
	if len(seen.Schemes.Light)+len(seen.Schemes.Dark) > 0 || seen.Schemes.Chosen != "light" || seen.Schemes.Remembered != "light" {
		t.Errorf("too little contrast, or a choice that is not kept: %+v", seen.Schemes)
	}
}

// wantPages holds what each question shows, in words and as a drawing.
func wantPages(t *testing.T, pages map[string]drawnPage) {
	t.Helper()
	for name, c := range map[string]struct {
		says  string
		links []string
	}{
		"path":    {"3 factors and 2 links are drawn.", []string{"day=friday causes timetable=broken\nmeasured in 60 episodes, stated by somebody", "timetable=broken causes outcome=failure\nmeasured in 60 episodes"}},
		"all":     {"2 paths", []string{"review=no causes timetable=broken", "review=yes prevents timetable=broken"}},
		"around":  {"are drawn.", []string{"review=yes prevents timetable=broken", "timetable=broken causes milestone: Travellers write in"}},
		"cut":     {"No factor has the key or the label “nothing has this name”.", nil},
		"many":    {"“swept” names 12 factors; take the key of one: milestone: Pier ", nil},
		"guess":   {"composed: true", nil},
		"guessed": {"COMPOSED at pier=wet: no episode and no statement joins the links there.", []string{"tide=high causes pier=wet", "pier=wet causes boat=late"}},
		"no way":  {"no path that is shown joins them", nil},
		"no such": {"nowhere", nil},
	} {
		got := pages[name]
		if !strings.Contains(got.Status, c.says) || got.Drawn != (len(c.links) > 0) {
			t.Errorf("%s: the page says %q, drawn: %v; want %q", name, got.Status, got.Drawn, c.says)
		}
		for _, link := range c.links {
			if !slices.ContainsFunc(got.Links, func(l string) bool { return strings.HasPrefix(l, link) }) {
				t.Errorf("%s: no link %q among %q", name, link, got.Links)
			}
		}
		if len(c.links) > 0 && (got.Words == "" || !strings.Contains(got.Drawing, "Drawing of")) {
			t.Errorf("%s: in words %q, named %q", name, got.Words, got.Drawing)
		}
	}
}

// TestExplore_ComparesOptions wants the plot of an action, the table that says the same, and what
// is adjusted for; and no picture where nothing is known.
func TestExplore_ComparesOptions(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	seen := exploreFactors(t, vars{"typed": vars{"from": "day=friday", "to": "outcome:failure"}, "questions": vars{
		"around": vars{"of": "timetable=broken"},
		"answer": vars{"action": "review", "target": "outcome=failure", "avoid": "yes"}, "no such": vars{"action": "nothing has this name", "target": "outcome=failure"},
	}}, func(*config.Config) {})
	effect := seen.Answers["answer"]
	if effect.Plot != "Intervals of 2 options; the table below says the same" || effect.Intervals < 2 || len(effect.Options) != 2 || !effect.Drawn {
		t.Errorf("the effect of a review is shown as %+v", effect)
	}
	for i, option := range []string{"review=yes\t1\t0.", "review=no\t2\t0."} {
		if i < len(effect.Options) && (!strings.HasPrefix(effect.Options[i], option) || !strings.Contains(effect.Options[i], " to ")) {
			t.Errorf("row %d is %q, want %q with an interval", i+1, effect.Options[i], option)
		}
	}
	if !strings.Contains(effect.Adjusted, "djusted for") || !strings.Contains(effect.Words, "review") {
		t.Errorf("adjusted for: %q; in words: %q", effect.Adjusted, effect.Words)
	}
	if unknown := seen.Answers["no such"]; unknown.Plot != "" || unknown.Drawn || !strings.Contains(unknown.Status, "nothing has this name") {
		t.Errorf("of an unknown action the page shows %+v", unknown)
	}
}

// TestExplore_SaysWhatFailed wants the project of the drawing and the real reason, and stated
// strengths apart from measured ones.
func TestExplore_SaysWhatFailed(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	refusal := func(code, message string) vars {
		return vars{"errors": []vars{{"message": message, "extensions": vars{"code": code}}}}
	}
	seen := exploreFactors(t, vars{
		"questions": vars{"path": vars{"from": "day=friday", "to": "outcome:failure"}, "stated": vars{"of": "fog=thick"}},
		"failures": vars{
			"gone": refusal("NOT_FOUND", "no such link"), "locked": refusal("UNAUTHENTICATED", "no"), "project gone": refusal("PROJECT_NOT_FOUND", "no project"),
			"slow": refusal("TIMEOUT", "It took too long."), "away": nil,
		},
	}, func(*config.Config) {})
	for name, says := range map[string]string{
		"drawn": "Evidence: ", "gone": "This link is not there any more", "locked": "asks for an API token", "project gone": "no project",
		"slow": "It took too long.", "away": "does not answer", "episode": "0 false The service does not answer",
	} {
		if got := seen.Failed[name]; !strings.HasPrefix(got, says) && (name == "episode" || !strings.Contains(got, says)) {
			t.Errorf("%s: the page says %q, want %q", name, got, says)
		}
	}
	stated := seen.Answers["stated"]
	if !slices.Equal(stated.Lines, []string{"causes ? stated 0.90, 1.5 wide"}) || len(stated.Links) != 1 || !strings.Contains(stated.Links[0], "strength unknown, stated 0.90") {
		t.Errorf("a link that is only stated is drawn as %q and listed as %q", stated.Lines, stated.Links)
	}
}

func TestExplore_TakesAToken(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	file := auth.File(filepath.Join(t.TempDir(), auth.FileName))
	secret, _, err := file.Create(auth.Grant{Name: "page", Projects: []string{"pier"}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	seen := exploreFactors(t, vars{"header": secret, "typed": vars{"from": "a", "to": "b"}, "questions": vars{"path": vars{"from": "a", "to": "b"}}},
		func(cfg *config.Config) { cfg.Auth.TokensFile = string(file) })
	if !strings.Contains(seen.Sent.Before, "asks for an API token") || strings.Contains(seen.Sent.After, "token") {
		t.Errorf("without the token %q, with it %q", seen.Sent.Before, seen.Sent.After)
	}
	if !slices.Equal(seen.Sent.Headers, []string{"Bearer " + secret}) {
		t.Errorf("%d requests, or other headers than the token", len(seen.Sent.Headers))
	}
	if strings.Contains(seen.Kept, secret) || strings.Contains(seen.Sent.Address, secret) {
		t.Error("the token stays in the web browser or in the address")
	}
}
