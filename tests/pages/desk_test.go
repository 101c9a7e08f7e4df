package pages_test

import (
	"cmp"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/causeway-memory/causeway/internal/auth"
	"github.com/causeway-memory/causeway/internal/config"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
)

// visited is what the script desk.mjs saw of the analyst's workspace.
type visited struct {
	// Tasks are what the tasks of an analyst led to, by name.
	Tasks map[string]struct {
		Steps int
		Text  string
		Took  int // ms
	}
	// Serious are the findings of axe-core of that weight, Wide the pages that are wider than the window, Tiny texts below 12 pixels.
	Serious, Wide, Tiny []string
	// Texts are what other addresses show; Ran says whether a hostile text ran as a script.
	Texts map[string]string
	Ran   bool
	// Kept is what stays in the web browser, Headers what was sent.
	Kept              string
	Headers           []string
	Outside, Problems []string
}

// visit opens the workspace over embedded engines that a function fills, and drives it by the script of the settings, else desk.mjs.
func visit(t *testing.T, settings vars, adapt func(*config.Config), fill func(*harness.Service)) visited {
	t.Helper()
	harness.EmbeddedOnly(t)
	cfg := harness.EmbeddedConfig(t)
	adapt(&cfg)
	s, end, err := harness.Serve(cfg, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	fill(s)
	settings["link"] = s.URL + "/"
	script, _ := settings["script"].(string)
	seen := chromium[visited](t, cmp.Or(script, "desk.mjs"), settings)
	if len(seen.Outside) > 0 || len(seen.Problems) > 0 {
		t.Errorf("asked elsewhere: %q; in the console: %q", seen.Outside, seen.Problems)
	}
	return seen
}

func asIs(*config.Config) {}

// tries are four runs of one task, of which two failed; the second failed yesterday.
func tries() []vars {
	var out []vars
	for i, chosen := range [][]string{{"update_booking(day: Friday)"}, {"update_booking(day: Friday)"}, {"update_booking(day: Friday)", "cancel_booking(id: B17)"}, {"cancel_booking(id: B17)"}} {
		e := vars{
			"id": fmt.Sprintf("try-%d", i+1), "task": "Move the booking of Mr. Silva to Friday", "outcome": []string{"success", "failure"}[i/2],
			"events": []vars{{"id": "e001", "type": "tool_call", "content": "get_booking(id: B17) → found"}},
		}
		var decisions []vars
		for j, c := range chosen {
			decisions = append(decisions, vars{"id": fmt.Sprintf("d%03d", j+2), "context": "change of the booking", "chosen": c, "options": []string{"update_booking(day: Friday)", "cancel_booking(id: B17)"}})
		}
		e["decisions"] = decisions
		out = append(out, e)
	}
	out[3]["timestamp"] = time.Now().UTC().AddDate(0, 0, -1).Format("2006-01-02") + "T12:00:00Z"
	return out
}

// calls are answered late when a queue grows under load; the link between load and queue is stated the wrong way, and the one
// from the queue to the late answer by nobody.
func calls() []vars {
	var out []vars
	for i := range 240 {
		load := i%2 == 1
		queue := load != (i%5 == 0)
		late := queue != (i/5%6 == 0)
		said := func(id, minute, text string) vars {
			return vars{"id": id, "type": "milestone", "timestamp": "2026-03-01T09:0" + minute + ":00Z", "content": text}
		}
		out = append(out, vars{
			"id": fmt.Sprintf("call-%03d", i), "task": "Answer a call", "outcome": map[bool]string{true: "failure", false: "success"}[late],
			"events": []vars{said("e1", "0", fmt.Sprintf("load=%v", load)), said("e2", "1", fmt.Sprintf("queue=%v", queue)), said("e3", "2", fmt.Sprintf("late=%v", late))},
			"links":  []vars{{"source": "e2", "target": "e1", "relation": "causes", "basis": "stated"}},
		})
	}
	return out
}

// months are those of docs/changes.md: more load in April, and worse under it.
func months() []vars {
	var out []vars
	for i := range 400 {
		april := i >= 200
		load := i%4 == 0
		if april {
			load = !load
		}
		queue := load != (i%5 == 0)
		most := map[bool]int{true: 7, false: 1}[queue]
		if queue && april {
			most = 9
		}
		late := i/20%10 < most
		day := fmt.Sprintf("2026-%02d-%02dT09:0", map[bool]int{true: 4, false: 3}[april], 1+i%28)
		word := func(is bool) string { return map[bool]string{true: "yes", false: "no"}[is] }
		said := func(id, minute, text string) vars {
			return vars{"id": id, "type": "milestone", "timestamp": day + minute + ":00Z", "content": text}
		}
		out = append(out, vars{
			"id": fmt.Sprintf("call-%03d", i), "task": "Answer a call", "timestamp": day + "0:00Z", "outcome": map[bool]string{true: "failure", false: "success"}[late],
			"events": []vars{said("e1", "0", "load="+word(load)), said("e2", "1", "queue="+word(queue)), said("e3", "2", "late="+word(late))},
			"links":  []vars{{"source": "e1", "target": "e2", "relation": "causes", "basis": "stated"}, {"source": "e2", "target": "e3", "relation": "causes", "basis": "stated"}},
		})
	}
	return out
}

// deploys are those of docs/failed-runs.md: all at once mostly fails.
func deploys() []vars {
	var out []vars
	for i := range 40 {
		option, outcome := "canary", "success"
		if i < 9 {
			option = "all at once"
		}
		if i < 7 || i == 20 || i == 30 {
			outcome = "failure"
		}
		out = append(out, vars{
			"id": fmt.Sprintf("deploy-%d", i+1), "task": "Deploy the router", "outcome": outcome,
			"decisions": []vars{{"id": "d001", "context": "rollout", "chosen": option, "factor": "rollout"}},
		})
	}
	return out
}

const takeBack = `mutation($project: String!) {
	addPattern(project: $project, input: {name: "Take a change back", trigger: "the check fails", action: "take the change back", matches: [{
		trigger: [{variable: "rollout check", state: "failed"}], then: [{variable: "What to do about the failed check", state: "Take the change back"}]
	}]}) { pattern { key } }
}`

// TestDesk_TasksOfAnAnalyst does the tasks of docs/analysts.md: each in four steps at most, and with the answer that it is for.
func TestDesk_TasksOfAnAnalyst(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	seen := visit(t, vars{"tasks": true}, asIs, func(s *harness.Service) {
		demo := &project{&harness.Project{Service: s, T: t, Name: "demo"}}
		demo.ImportFiles(vars{"files": harness.ExampleFiles(t)})
		team := &project{&harness.Project{Service: s, T: t, Name: "demo-team"}}
		team.ImportFiles(vars{"files": harness.TeamFiles(t)})
		harness.Get[vars](team, takeBack, nil)
		booking := &project{&harness.Project{Service: s, T: t, Name: "booking"}}
		booking.ImportAll(tries()...)
		for name, episodes := range map[string][]vars{"calls": calls(), "months": months(), "deploys": deploys()} {
			p := &project{&harness.Project{Service: s, T: t, Name: name}}
			p.ImportAll(episodes...)
		}
	})
	for name, says := range map[string]string{
		"yesterday's failures":    "1 of 1 episode, latest first\n\n✗ failure\nMove the booking of Mr. Silva to Friday\ntry-4",
		"why it failed":           "None of the 2 good runs of the task made this change with success",
		"which step decided":      "d003 decision",
		"beside a good run":       "▶ first difference: d003 cancel_booking(id: B17)",
		"happened before":         "Incident: travellers report that their card was charged twice (issue #36)",
		"which option":            "An estimate under its assumptions",
		"in March":                "2 of 2 episodes, latest first",
		"how its options compare": "How the change goes out=One pier first\t1\t0.1",
		"before an action":        "Warning\n\n7 of 9 runs that did this here failed",
		"an action with its task": "Silence: nothing to warn of",
		"a drawing for a report":  "outcome: failure</text>",
		"who stated it":           "The episode that states it",
		"which is doubted":        "Beware: the counts do not bear it out.",
		"a plot for a report":     "probability of outcome=failure",
		"how a pattern stands":    "An episode is a trial",
		"merge and take back":     "migration timing=Migrations",
		"what changed":            "+20.1 points (",
		"whose episodes":          " episodes, latest first",
		"evidence of a doubt":     "compare the two",
		"a drawing":               "true It stays where it is. 1\nWhat this page asked (1)",
		"send the path":           "true true",
	} {
		got := seen.Tasks[name]
		t.Logf("%s: %d steps, %d ms", name, got.Steps, got.Took)
		if !strings.Contains(got.Text, says) || got.Steps == 0 || got.Steps > 4 {
			t.Errorf("%s: %d steps lead to %.600q, want %q", name, got.Steps, got.Text, says)
		}
	}
	if plot := seen.Tasks["a plot for a report"].Text; strings.Contains(plot, "var(--") || !strings.Contains(plot, "One pier first") {
		t.Errorf("the plot for a report is %.300q", plot)
	}
	for name, parts := range map[string][]string{
		"what the counts contradict": {"May point the wrong way: 1", "May be missing: 1", "no path explains it", "call-0"},
		"a drawing":                  {"causeway ask path episode-2026-03-02-1/d002 episode-2026-04-02-1/outcome --mode shortest --project demo", "query ExploreSteps("},
		"a name while it is typed":   {"idempotency"},
	} {
		for _, part := range parts {
			if got := seen.Tasks[name]; !strings.Contains(got.Text, part) || got.Steps > 4 {
				t.Errorf("%s: %d steps lead to %.800q, want %q", name, got.Steps, got.Text, part)
			}
		}
	}
	for line := range strings.Lines(seen.Tasks["in March"].Text) {
		if strings.HasPrefix(line, "20") && strings.Contains(line, ":") && !strings.HasPrefix(line, "2026-03-") {
			t.Errorf("in March: %q", line)
		}
	}
	if len(seen.Serious)+len(seen.Wide)+len(seen.Tiny) > 0 {
		t.Errorf("axe-core finds %q; wider than the window or covered: %q; below 12 pixels: %q", seen.Serious, seen.Wide, seen.Tiny)
	}
}

// TestDesk_ShowsHostileTexts wants markup in an episode to be shown as it is, and formulas to be no formulas in a file for table programs.
func TestDesk_ShowsHostileTexts(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	const evil = `<img src=x onerror="window.ran=1">"><script>window.ran=1</script>`
	long := strings.Repeat("Ein_sehr_langes_Wort_", 15)
	seen := visit(t, vars{"hostile": "evil-1"}, asIs, func(s *harness.Service) {
		p := &project{&harness.Project{Service: s, T: t, Name: "evil"}}
		p.ImportAll(vars{
			"id": "evil-1", "task": "=1+1 " + evil, "outcome": "failure", "tags": []string{evil}, "lessons": []string{evil},
			"decisions": []vars{
				{"id": "d1", "context": evil, "options": []string{evil, "b"}, "chosen": evil, "rationale": "javascript:alert(1)"},
				{"id": "d2", "context": long, "options": []string{long, "b"}, "chosen": long, "rationale": long},
			},
			"events": []vars{{"id": "e1", "type": "error", "content": evil}},
			"links":  []vars{{"source": "d1", "target": "e1", "relation": "causes", "basis": "stated", "note": evil}, {"source": "e1", "target": "outcome", "relation": "causes", "basis": "stated"}, {"source": "d2", "target": "outcome", "relation": "enables", "note": long}},
		})
	})
	if seen.Ran {
		t.Error("a text of an episode ran as a script")
	}
	for _, page := range []string{"episode", "episodes", "home", "explore", "path"} {
		if !strings.Contains(seen.Texts[page], "<img src=x onerror=") {
			t.Errorf("%s does not show the text as it is: %.400q", page, seen.Texts[page])
		}
	}
	if len(seen.Wide) > 0 {
		t.Errorf("a long word makes %q wider than the window", seen.Wide)
	}
	if csv := seen.Texts["csv"]; !strings.Contains(csv, `"'=1+1 <img`) {
		t.Errorf("the file for table programs holds %q", csv)
	}
}

// TestDesk_TakesATokenAndSaysWhatToDo wants a service with tokens to be usable, a token to be kept nowhere, and an empty memory
// to say what comes next.
func TestDesk_TakesATokenAndSaysWhatToDo(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	file := auth.File(filepath.Join(t.TempDir(), auth.FileName))
	secret, _, err := file.Create(auth.Grant{Name: "page", Projects: []string{"pier"}}, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	seen := visit(t, vars{"token": secret}, func(cfg *config.Config) { cfg.Auth.TokensFile = string(file) }, func(*harness.Service) {})
	if !strings.Contains(seen.Texts["before"], "asks for an API token") || !strings.Contains(seen.Texts["after"], "There is no project yet") || !strings.Contains(seen.Texts["after"], "causeway demo") {
		t.Errorf("before the token %q, after it %q", seen.Texts["before"], seen.Texts["after"])
	}
	if drawing := seen.Texts["drawing"]; drawing != "" {
		t.Errorf("Explore has the token already, and says %q", drawing)
	}
	if strings.Contains(seen.Kept, secret) || !slices.Contains(seen.Headers, "Bearer "+secret) {
		t.Errorf("the token is kept, or was not sent: %d headers", len(seen.Headers))
	}
}

// TestDesk_TypesAreChecked lets the compiler of TypeScript read the modules of the pages: names, imports, arguments.
func TestDesk_TypesAreChecked(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	node := enginetest.Program(t, "node")
	installPackages(t)
	out, err := exec.CommandContext(t.Context(), node, filepath.Join("node_modules", "typescript", "bin", "tsc"), "-p", "tsconfig.json").CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
