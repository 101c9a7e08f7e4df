package pages_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/causeway-memory/causeway/examples"
	"github.com/causeway-memory/causeway/internal/browser"
	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// TestBrowser_QueriesFindNodesAndLinks runs every saved query on the examples, in a session
// in which Neo4j refuses what writes.
func TestBrowser_QueriesFindNodesAndLinks(t *testing.T) {
	c := enginetest.Neo4j(t)
	p := newProject(t)
	p.ImportFiles(vars{"files": harness.ExampleFiles(t)})
	p.ImportAll(tries()...)
	harness.Get[vars](p, reported, nil)
	p.addPattern()
	driver, err := neo4j.NewDriverWithContext(c.URI, neo4j.BasicAuth(c.User, c.Password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close(t.Context())
	queries, err := browser.Queries()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range queries {
		result, err := neo4j.ExecuteQuery(t.Context(), driver, q.Statement(),
			vars{"project": p.Name, "from": examples.SkippedKey, "to": examples.DoubleCharges, "since": "2026-01-01", "pattern": riskPattern},
			neo4j.EagerResultTransformer, neo4j.ExecuteQueryWithReadersRouting())
		if err != nil {
			t.Errorf("%s: %v", q.Name, err)
			continue
		}
		nodes, links := graphOf(result.Records)
		if q.Name == "show_events" {
			if len(result.Records) != 2 || result.Records[0].AsMap()["task"] != "check" || result.Records[1].AsMap()["workflow"] != "deploy-41" {
				t.Errorf("%s: %v", q.Name, result.Records)
			}
			continue
		}
		if want := map[string]string{"show_suspects": "cancel_booking", "show_runs": "update_booking"}[q.Name]; !strings.Contains(labelsOf(nodes), want) {
			t.Errorf("%s: no %q in %q", q.Name, want, labelsOf(nodes))
		}
		if len(nodes) < 2 || len(links) < 1 || len(nodes) > 150 {
			t.Errorf("%s: %d rows with %d nodes and %d links", q.Name, len(result.Records), len(nodes), len(links))
		}
		for _, n := range nodes {
			if n.Props["project"] != p.Name {
				t.Errorf("%s: found %v of another project", q.Name, n.Props)
			}
		}
	}
}

// reported is what a workflow told, the later event first.
const reported = `mutation($project: String!) {
	captureEvents(project: $project, waitFor: APPLIED, events: [
		{id: "0b9f5f5e-6b0f-4a0a-9d0e-3f4f3c1f0102", workflowId: "deploy-41", type: TASK_COMPLETE, taskId: "roll out", at: "2026-05-03T09:05:00Z", data: {}}
		{id: "0b9f5f5e-6b0f-4a0a-9d0e-3f4f3c1f0101", workflowId: "deploy-41", type: OTHER, taskId: "check", at: "2026-05-03T09:00:00Z", data: {}}
	]) { receipts { reason } }
}`

func labelsOf(nodes map[string]neo4j.Node) string {
	var out []string
	for _, n := range nodes {
		out = append(out, fmt.Sprint(n.Props["label"]))
	}
	slices.Sort(out)
	return strings.Join(out, "\n")
}

// graphOf returns the nodes and links of all paths.
func graphOf(records []*neo4j.Record) (map[string]neo4j.Node, map[string]neo4j.Relationship) {
	nodes, links := map[string]neo4j.Node{}, map[string]neo4j.Relationship{}
	for _, r := range records {
		for _, value := range r.Values {
			path, ok := value.(neo4j.Path)
			if !ok {
				continue
			}
			for _, n := range path.Nodes {
				nodes[n.ElementId] = n
			}
			for _, l := range path.Relationships {
				links[l.ElementId] = l
			}
		}
	}
	return nodes, links
}

// analyst is what the script browser.mjs saw.
type analyst struct {
	Guide, User string
	Graphs      map[string]drawing
	Favorites   []string
}

// The first words of the boxes that are run in the guide.
const (
	glanceBox  = "WITH e ORDER BY e.sortKey DESC LIMIT 8"
	pathBox    = "MATCH (a:Occurrence {project: $project, key: $from})"
	avertedBox = "-[:PREVENTS]->(:Occurrence)"
	// Those of the evidence of a pattern are in its third line.
	evidenceBox = "AND p.nameLower = toLower($pattern)"
	restsBox    = "WHERE d.episode <> e.id"
)

// TestBrowser_AnalystSeesWhatHappened opens the link in Neo4j Browser, as an analyst would.
func TestBrowser_AnalystSeesWhatHappened(t *testing.T) {
	c := enginetest.Neo4j(t)
	cfg := harness.ExternalConfig(t, c, enginetest.Weaviate(t))
	cfg.Neo4j.BrowserURL = enginetest.Browser(t)
	s, end, err := harness.Serve(cfg, true)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(end)
	p := projectOn(t, s)
	p.ImportFiles(vars{"files": harness.ExampleFiles(t)})
	p.addPattern()
	seen := chromium[analyst](t, "browser.mjs", vars{
		"link": s.URL + "/browser/", "password": c.Password, "project": p.Name, "saved": s.URL + "/browser/queries.zip",
		"steps": []vars{
			{"begins": ":style", "says": "node.Decision"},
			{"begins": ":param project", "says": "Success"},
			{"begins": ":config useReadTransactions", "says": "useReadTransactions"},
			{"typed": "CREATE (n:Probe) RETURN n", "says": "Writing in read access mode not allowed"},
			{"slide": 2, "begins": glanceBox, "picture": "browser-episodes.png"},
			{"slide": 5, "begins": avertedBox},
			{"slide": 4, "begins": ":param from", "says": "Success"},
			{"begins": ":param to", "says": "Success"},
			{"begins": pathBox, "picture": "browser-path.png", "places": pathPlaces()},
			{"slide": 8, "begins": ":param pattern", "says": "Success"},
			{"begins": evidenceBox, "picture": "browser-pattern.png"},
			{"slide": 10, "begins": ":param from", "says": "Success"},
			{"begins": restsBox, "picture": "browser-rests.png"},
		},
	})
	if seen.Guide != "Why did it happen?" || seen.User != c.User {
		t.Errorf("the link shows %q and fills in the user %q", seen.Guide, seen.User)
	}
	checkDrawnGlance(t, seen.Graphs[glanceBox])
	checkDrawnPath(t, seen.Graphs[pathBox])
	checkDrawnEvidence(t, seen.Graphs[evidenceBox])
	checkDrawnRests(t, seen.Graphs[restsBox])
	if got := fills(seen.Graphs[avertedBox].Relations); got[fill(t, "relationship.PREVENTS")] < 10 || got[fill(t, "relationship.CAUSES")] == 0 {
		t.Errorf("what was averted: arrows %v", got)
	}
	queries, err := browser.Queries()
	if err != nil {
		t.Fatal(err)
	}
	for _, q := range queries {
		if !slices.Contains(seen.Favorites, q.Title) {
			t.Errorf("%q is not among the saved queries %q", q.Title, seen.Favorites)
		}
	}
}

// pathPlaces is where the occurrences of the worked paths are put on the picture, from left to
// right; the first words stand for the rest.
func pathPlaces() map[string][2]float64 {
	return map[string][2]float64{
		"Skip the": {0.08, 0.5}, "Retry the charge": {0.24, 0.14}, "Let a worker": {0.5, 0.12},
		"Merge, and": {0.24, 0.86}, "Put the double": {0.54, 0.86}, "Shorten the": {0.36, 0.5},
		"Commit": {0.52, 0.5}, "Every": {0.66, 0.5}, "1,874 orders": {0.8, 0.5}, "outcome": {0.94, 0.5},
	}
}

// checkDrawnGlance wants eight episodes with decisions and outcomes, told apart by their colours.
func checkDrawnGlance(t *testing.T, d drawing) {
	t.Helper()
	circles := fills(d.Nodes)
	if circles[fill(t, "node.Episode")] != 8 || circles[fill(t, "node.Outcome")] != 8 || circles[fill(t, "node.Decision")] < 8 || len(circles) != 3 {
		t.Errorf("episodes at a glance: circles %v", circles)
	}
	if all := strings.Join(captions(d.Nodes), "\n"); !strings.Contains(all, "outcome: failure") || !strings.Contains(all, "success · ") {
		t.Errorf("the captions do not say how it ended:\n%s", all)
	}
}

// checkDrawnPath wants the worked paths, each link in the colour of its relation and with its basis.
func checkDrawnPath(t *testing.T, d drawing) {
	t.Helper()
	keys := map[string]bool{}
	for _, path := range examples.Questions()[0].Expect.Paths {
		for _, key := range path {
			keys[key] = true
		}
	}
	if len(d.Nodes) != len(keys) {
		t.Errorf("%d occurrences are drawn, the paths have %d: %v", len(d.Nodes), len(keys), captions(d.Nodes))
	}
	words := map[string]string{fill(t, "relationship.CAUSES"): "causes, stated", fill(t, "relationship.ENABLES"): "enables, stated"}
	whole := map[string]bool{}
	for _, link := range d.Relations {
		caption := strings.TrimSpace(link.Caption) // only links between factors say more
		begin, cut := strings.CutSuffix(caption, "…")
		if want, ok := words[link.Fill]; !ok || caption != want && !(cut && strings.HasPrefix(want, begin)) {
			t.Errorf("an arrow has the colour %s and says %q", link.Fill, link.Caption)
		}
		whole[caption] = true
	}
	if len(d.Relations) < len(keys) || !whole["causes, stated"] || !whole["enables, stated"] {
		t.Errorf("%d links are drawn: %v", len(d.Relations), slices.Sorted(maps.Keys(whole)))
	}
}

// checkDrawnRests wants one episode with its pattern, later decisions, and factors that it alone has.
func checkDrawnRests(t *testing.T, d drawing) {
	t.Helper()
	circles := fills(d.Nodes)
	if circles[fill(t, "node.Episode")] != 1 || circles[fill(t, "node.Pattern")] != 1 || circles[fill(t, "node.Decision")] < 4 || circles[fill(t, "node.Factor")] == 0 {
		t.Errorf("what rests on an episode: circles %v", circles)
	}
	if all := strings.Join(captions(d.Nodes), "\n"); !strings.Contains(all, "Retry the") {
		t.Errorf("the decision that follows is not drawn:\n%s", all)
	}
}

// fill returns the colour that the style gives to a kind of node or link.
func fill(t *testing.T, selector string) string {
	t.Helper()
	m := regexp.MustCompile(`(?s)\n` + regexp.QuoteMeta(selector) + ` \{[^}]*?\bcolor: (#\w{6});`).FindStringSubmatch(tree.Read(t, "internal/browser/causeway.grass"))
	if m == nil {
		t.Fatalf("the style has no colour for %s", selector)
	}
	return m[1]
}

// TestBrowser_ReadersCannotBeMadeInCommunity keeps docs/operations.md honest: what it says about the
// edition was seen. With another edition the commands beside it are the ones to use.
func TestBrowser_ReadersCannotBeMadeInCommunity(t *testing.T) {
	c := enginetest.Neo4j(t)
	driver, err := neo4j.NewDriverWithContext(c.URI, neo4j.BasicAuth(c.User, c.Password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close(t.Context())
	for _, statement := range []string{"CREATE ROLE analyst", "GRANT ROLE reader TO neo4j"} {
		err := systemCommand(t.Context(), driver, statement)
		if err == nil || !strings.Contains(err.Error(), "UnsupportedAdministrationCommand") {
			t.Errorf("%s: %v", statement, err)
		}
	}
}

func systemCommand(ctx context.Context, driver neo4j.DriverWithContext, statement string) error {
	if _, err := neo4j.ExecuteQuery(ctx, driver, statement, nil, neo4j.EagerResultTransformer, neo4j.ExecuteQueryWithDatabase("system")); err != nil {
		return fmt.Errorf("%s: %w", statement, err)
	}
	return nil
}
