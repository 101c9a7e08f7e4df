package pages_test

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	_ "image/png"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/causeway-memory/causeway/tests/harness"
)

// cell writes a value of an answer as the pages write it into a file.
func cell(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case []any:
		var out []string
		for _, one := range v {
			out = append(out, cell(one))
		}
		return strings.Join(out, " ")
	}
	return fmt.Sprint(value)
}

// at is the value at a path such as counts.trials.
func at(node vars, path string) any {
	var now any = node
	for name := range strings.SplitSeq(path, ".") {
		inner, ok := now.(map[string]any)
		if !ok {
			return nil
		}
		now = inner[name]
	}
	return now
}

// rowsOf are the cells of nodes, one row each.
func rowsOf(nodes []vars, paths ...string) [][]string {
	var out [][]string
	for _, n := range nodes {
		row := make([]string, len(paths))
		for i, path := range paths {
			row[i] = cell(at(n, path))
		}
		out = append(out, row)
	}
	return out
}

// sameRows compares a saved file with rows of the API; unless ordered, in any order.
func sameRows(t *testing.T, name, text string, want [][]string, ordered bool) {
	t.Helper()
	got, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil || len(got) < 2 {
		t.Errorf("%s: %v, %d lines: %.300q", name, err, len(got), text)
		return
	}
	got = got[1:]
	if !ordered {
		slices.SortFunc(got, slices.Compare[[]string])
		slices.SortFunc(want, slices.Compare[[]string])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s: the file is not what the API says (-API +file):\n%.3000s", name, diff)
	}
}

func nodesOf(p *project, query string) []vars {
	p.T.Helper()
	return harness.Get[struct{ Of struct{ Nodes []vars } }](p, query, nil).Of.Nodes
}

// TestDesk_SavesWhatTheAPISays compares what the pages save with the API, and holds pins, what rests on a thing, and the fields that
// offer what is recorded.
func TestDesk_SavesWhatTheAPISays(t *testing.T) {
	harness.EmbeddedOnly(t)
	harness.Beside(t)
	projects := map[string]*project{}
	seen := visit(t, vars{"script": "desk_saved.mjs"}, asIs, func(s *harness.Service) {
		for name, episodes := range map[string][]vars{"booking": tries(), "months": months(), "deploys": deploys(), "router": router(), "long": long()} {
			projects[name] = &project{&harness.Project{Service: s, T: t, Name: name}}
			projects[name].ImportAll(episodes...)
		}
		projects["demo"] = &project{&harness.Project{Service: s, T: t, Name: "demo"}}
		projects["demo"].ImportFiles(vars{"files": harness.ExampleFiles(t)})
		projects["demo"].addPattern()
	})
	checkLists(t, projects["demo"], seen.Texts)
	checkFigures(t, projects, seen.Texts)
	checkDrawing(t, projects["demo"], seen.Texts)
	checkPins(t, seen.Texts["pins"])
	if drawn, none := seen.Texts["2026-04-05"], seen.Texts["2026-04-01"]; drawn != "5 occurrences and 4 links are drawn." || none != "Each of the 3 paths goes through something that was on that day or later." {
		t.Errorf("before April 5 %q, before April 1 %q", drawn, none)
	}
	checkRests(t, seen.Texts)
	if got := seen.Texts["long"]; !strings.HasPrefix(got, "201 301 e251") || !strings.Contains(got, "suspect 1") {
		t.Errorf("a long run: %q", got)
	}
	for name, want := range map[string]string{
		"pattern": riskPattern, "task": "Send the 2,206 refunds of issue #36", "Domain": "payments", "Kind of task": "implementation", "Session": "2026-04-02-session-1",
		"Tag": "idempotency", "Tool": "git", "episode": "episode-2026-04-03-1", "context": "a=b, season=before sales",
	} {
		if got := strings.Split(seen.Texts["offer: "+name], "\n"); !slices.Contains(got, want) {
			t.Errorf("%s: %q is not among %q", name, want, got)
		}
	}
}

// router are the deployments of docs/retraction.md: that of March 7 was a reaction to that of March 5.
func router() []vars {
	var out []vars
	for i := 1; i <= 12; i++ {
		option, late := "all at once", i%6 > 0
		if i%2 == 1 {
			option, late = "canary", i == 5
		}
		links := []vars{{"source": "d001", "relation": "causes", "target": "outcome"}}
		if i == 7 {
			links = append(links, vars{"source": "deploy-05/outcome", "relation": "causes", "target": "d001"})
		}
		out = append(out, vars{
			"id": fmt.Sprintf("deploy-%02d", i), "task": "Deploy the router", "timestamp": fmt.Sprintf("2026-03-%02d", i), "outcome": map[bool]string{true: "failure", false: "success"}[late],
			"decisions": []vars{{"id": "d001", "context": "rollout", "chosen": option}}, "links": links,
		})
	}
	return out
}

// long is a failed run of 300 calls, of which a late one failed.
func long() []vars {
	var events []vars
	for i := range 300 {
		e := vars{"id": fmt.Sprintf("e%03d", i+1), "type": "tool_call", "content": fmt.Sprintf("read_file(path: /srv/%d) → ok", i)}
		if i == 250 {
			e["type"], e["content"] = "error", "Error: the disk is full"
		}
		events = append(events, e)
	}
	return []vars{{"id": "long-1", "task": "Go through all files", "outcome": "failure", "events": events}}
}

func checkLists(t *testing.T, demo *project, texts map[string]string) {
	t.Helper()
	sameRows(t, "episodes", texts["episodes"], rowsOf(nodesOf(demo, `query($project: String!) { of: episodes(project: $project, filter: {failed: true}, first: 30) { nodes { key startedAt outcome task domain taskType session decisionCount eventCount } } }`),
		"key", "startedAt", "outcome", "task", "domain", "taskType", "session", "decisionCount", "eventCount"), true)
	const step = "shortId at kind type outcome label"
	e := harness.Get[struct {
		Episode struct {
			Decisions, Events []vars
			OutcomeOccurrence vars
		}
	}](demo, `query($project: String!) { episode(project: $project, key: "episode-2026-04-02-1") {
		decisions(first: 200) { `+step+` text: context chosen rationale } events(first: 200) { `+step+` text: content } outcomeOccurrence { `+step+` text: label }
	} }`, nil).Episode
	steps := append(append(e.Decisions, e.Events...), e.OutcomeOccurrence)
	sameRows(t, "timeline", texts["timeline"], rowsOf(steps, "shortId", "at", "kind", "type", "outcome", "text", "chosen", "rationale"), false)
	lines, _ := csv.NewReader(strings.NewReader(texts["timeline"])).ReadAll()
	var times []string
	for _, line := range lines[1:] {
		if line[1] != "" {
			times = append(times, line[1])
		}
	}
	if !slices.IsSorted(times) || len(times) < 8 || lines[len(lines)-1][0] != "outcome" {
		t.Errorf("the timeline is not in the order of time: %q, last %q", times, lines[len(lines)-1])
	}
	sameRows(t, "patterns", texts["patterns"], rowsOf(nodesOf(demo, `query($project: String!) { of: patterns(project: $project, minRate: null, minTrials: 0) { nodes {
		key name status antiPattern rate { value low high } counts { trials successes failures unknown } updatedAt
	} } }`), "key", "name", "status", "antiPattern", "rate.value", "rate.low", "rate.high", "counts.trials", "counts.successes", "counts.failures", "counts.unknown", "updatedAt"), true)
	sameRows(t, "factors", texts["factors"], rowsOf(nodesOf(demo, `query($project: String!) { of: factors(project: $project, filter: {minFrequency: 2}, first: 100) { nodes {
		key label kind frequency firstSeen lastSeen outcomes { successes partials failures unknown }
	} } }`), "key", "label", "kind", "frequency", "outcomes.successes", "outcomes.partials", "outcomes.failures", "outcomes.unknown", "firstSeen", "lastSeen"), false)
}

// checkFigures compares the tables that are saved as they are shown.
func checkFigures(t *testing.T, projects map[string]*project, texts map[string]string) {
	t.Helper()
	pairs := harness.Get[struct {
		Episode struct{ CompareTo struct{ Pairs []vars } }
	}](projects["booking"], `query($project: String!) { episode(project: $project, key: "try-3") { compareTo(episode: "try-1") { pairs(first: 200) { kind this { label } other { label } } } } }`, nil)
	sameRows(t, "comparison", texts["comparison"], rowsOf(pairs.Episode.CompareTo.Pairs, "kind", "this.label", "other.label"), true)
	changed := harness.Get[struct {
		Project struct{ WhyChanged struct{ Parts []vars } }
	}](projects["months"], `query($project: String!) { project(name: $project) {
		whyChanged(before: {since: "2026-03-01", until: "2026-04-01"}, after: {since: "2026-04-01", until: "2026-05-01"}) { parts { variable share { value } beforeCounted afterCounted } }
	} }`, nil)
	lines, err := csv.NewReader(strings.NewReader(texts["changes"])).ReadAll()
	if err != nil || len(lines) != 1+len(changed.Project.WhyChanged.Parts) || len(lines) < 3 {
		t.Fatalf("changes: %v: %q", err, lines)
	}
	for i, part := range changed.Project.WhyChanged.Parts {
		line := lines[i+1]
		share := strings.ReplaceAll(fmt.Sprintf("%+.1f points (", 100*at(part, "share.value").(float64)), "-", "−")
		if !strings.HasPrefix(line[0], cell(part["variable"])+"; ") || !strings.HasPrefix(strings.TrimPrefix(line[1], "'"), share) || line[2] != cell(part["beforeCounted"]) || line[3] != cell(part["afterCounted"]) {
			t.Errorf("changes: %q, the API says %v", line, part)
		}
	}
	best := harness.Get[struct{ BestAction struct{ Options []vars } }](projects["deploys"], `query($project: String!) {
		bestAction(project: $project, variable: "rollout", target: "outcome=failure", avoid: true) { options { option { label } answer { model { value low high } observed { value n } } } }
	}`, nil)
	lines, err = csv.NewReader(strings.NewReader(texts["effects"])).ReadAll()
	if err != nil || len(lines) != 3 || len(best.BestAction.Options) != 2 {
		t.Fatalf("effects: %v: %q", err, lines)
	}
	for i, o := range best.BestAction.Options {
		line := lines[i+1]
		model := fmt.Sprintf("%.2f (%.2f to %.2f)", at(o, "answer.model.value"), at(o, "answer.model.low"), at(o, "answer.model.high"))
		share, n := fmt.Sprintf("%.2f", at(o, "answer.observed.value")), cell(at(o, "answer.observed.n"))
		if line[0] != cell(at(o, "option.label")) || line[2] != model || line[4] != share || !strings.HasPrefix(line[6], n+" episode") {
			t.Errorf("effects: %q, the API says %v", line, o)
		}
	}
	rates := harness.Get[struct {
		Pattern struct{ RateOverTime struct{ Points []vars } }
	}](projects["demo"], `query($project: String!) { pattern(project: $project, key: "put a known risk off") { rateOverTime(period: MONTH) { points { since trials successes unknown } } } }`, nil)
	var got, want [][]string
	lines, _ = csv.NewReader(strings.NewReader(texts["rates"])).ReadAll()
	for _, line := range lines[1:] {
		got = append(got, []string{line[0], line[1], line[2], line[4]})
	}
	for _, row := range rowsOf(rates.Pattern.RateOverTime.Points, "since", "trials", "successes", "unknown") {
		want = append(want, append([]string{row[0][:7]}, row[1:]...))
	}
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 2 {
		t.Errorf("rates (-API +file):\n%s", diff)
	}
	checkPicture(t, "the plot", texts["plot"])
}

// checkDrawing compares the files of the path of the README with the path.
func checkDrawing(t *testing.T, demo *project, texts map[string]string) {
	t.Helper()
	found := harness.Get[struct {
		CausalPath struct{ Paths []struct{ Hops []vars } }
	}](demo, `query($project: String!) { causalPath(project: $project, from: "episode-2026-03-02-1/d002", to: "episode-2026-04-02-1/outcome") {
		paths { hops { from { label } to { label } link { key relation basis confidence episode { key } } } }
	} }`, nil)
	hops := found.CausalPath.Paths[0].Hops
	sameRows(t, "links", texts["links"], rowsOf(hops, "from.label", "link.relation", "to.label", "link.basis", "none", "link.confidence", "link.episode.key", "link.key"), true)
	arrows := map[string]string{"CAUSES": "-->", "ENABLES": "-.->", "PREVENTS": "--x"}
	for i, hop := range hops {
		relation := cell(at(hop, "link.relation"))
		if line := fmt.Sprintf("n%d %s|\"%s\"| n%d\n", i, arrows[relation], strings.ToLower(relation), i+1); !strings.Contains(texts["mermaid"], line) {
			t.Errorf("the flowchart lacks %q:\n%s", line, texts["mermaid"])
		}
	}
	var words strings.Builder
	arrowheads := 0
	for d := xml.NewDecoder(strings.NewReader(texts["svg"])); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the drawing as SVG: %v", err)
		}
		switch v := token.(type) {
		case xml.CharData:
			words.Write(v)
			words.WriteByte(' ')
		case xml.StartElement:
			if v.Name.Local == "polyline" {
				arrowheads++
			}
		}
	}
	for _, label := range []string{"Skip the idempotency", "Retry the charge up", "outcome: failure"} {
		if !strings.Contains(words.String(), label) || !strings.Contains(texts["mermaid"], label) {
			t.Errorf("%q is not in the drawing as SVG and as a flowchart: %q", label, words.String())
		}
	}
	if n := strings.Count(words.String(), "episode-2026-04-02-1"); n != 2 {
		t.Errorf("%d boxes name the last episode, which has two: %q", n, words.String())
	}
	if arrowheads != len(hops) {
		t.Errorf("the drawing as SVG has %d arrows, the path %d links", arrowheads, len(hops))
	}
	checkPicture(t, "the drawing", texts["png"])
}

// checkPicture wants a picture of several colors that is not a stamp.
func checkPicture(t *testing.T, what, text string) {
	t.Helper()
	content, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	picture, format, err := image.Decode(bytes.NewReader(content))
	if err != nil || format != "png" {
		t.Fatalf("%s is no PNG: %s, %v", what, format, err)
	}
	colors := map[string]int{}
	size := picture.Bounds().Size()
	for y := 0; y < size.Y; y += 2 {
		for x := 0; x < size.X; x += 2 {
			colors[fmt.Sprint(picture.At(x, y))]++
		}
	}
	most := 0
	for _, n := range colors {
		most = max(most, n)
	}
	if size.X < 600 || size.Y < 200 || len(colors) < 8 || 4*most > size.X*size.Y*99/100 {
		t.Errorf("%s: %v pixels, %d colors, %d of one", what, size, len(colors), most)
	}
}

// checkPins wants a pinned box to stay where it was dragged to: when neighbors are added, when the address is opened elsewhere, with the
// neighbors, and when the question is drawn anew.
func checkPins(t *testing.T, text string) {
	t.Helper()
	type place struct {
		X, Y   int
		Locked bool
	}
	var seen struct {
		Drawn, Pinned, More, Shared, Again place
		Before, After, Locked              int
	}
	if err := json.Unmarshal([]byte(text), &seen); err != nil {
		t.Fatal(err)
	}
	moved := seen.Pinned.X != seen.Drawn.X && seen.Pinned.Y != seen.Drawn.Y
	if !moved || !seen.Pinned.Locked || seen.More != seen.Pinned || seen.Shared != seen.Pinned || seen.Again != seen.Pinned || seen.After <= seen.Before || seen.Locked != 1 {
		t.Errorf("pins: %s", text)
	}
}

func checkRests(t *testing.T, texts map[string]string) {
	t.Helper()
	for _, part := range []string{
		"1 episode, 2 links, 1 decision, 2 factors, 5 factor links; without it 5 of them are no more", "deploy-07/d001 \"canary\"", "rollout=canary\nepisodes 6 to 5, failures 1 to none",
		"outcome=failure CAUSES rollout=canary", "causeway retract --episode deploy-05 --reason '…' --project router",
	} {
		if !strings.Contains(texts["rests"], part) {
			t.Errorf("what rests on the episode lacks %q: %q", part, texts["rests"])
		}
	}
	if texts["unlinked"] != "0" || texts["evidence"] != "outcome=failure causes rollout=canary" {
		t.Errorf("%s things lead nowhere; the link between factors opens %q", texts["unlinked"], texts["evidence"])
	}
	if !strings.Contains(texts["restsOnLink"], "1 link, 1 decision, 1 factor link; without it 2 of them are no more") {
		t.Errorf("what rests on the link: %q", texts["restsOnLink"])
	}
	if !strings.Contains(texts["retracted"], "it ran against the wrong router") {
		t.Errorf("a retracted episode says %q", texts["retracted"])
	}
}
