package pages_test

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/causeway-memory/causeway/internal/enginetest"
	"github.com/causeway-memory/causeway/tests/harness"
	"github.com/causeway-memory/causeway/tests/tree"
)

// documented reads the tables of docs/schema.md: the properties of each label and relationship type. Those of "the
// same" and "those of" are put in.
func documented(page string) map[string][]string {
	page, _, _ = strings.Cut(page, "\n## Constraints and indexes")
	names := regexp.MustCompile("`(\\w+)`")
	out := map[string][]string{}
	var last []string
	for _, line := range strings.Split(page, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 5 || !strings.Contains(cells[1], "`") {
			continue
		}
		described := cells[len(cells)-2]
		var properties []string
		for _, m := range names.FindAllStringSubmatch(described, -1) {
			if inherited, ok := out[m[1]]; ok {
				properties = append(properties, inherited...)
			} else {
				properties = append(properties, m[1])
			}
		}
		if strings.Contains(described, "the same") {
			properties = last
		}
		last = properties
		for _, m := range names.FindAllStringSubmatch(cells[1], -1) {
			out[m[1]] = append(slices.Clone(out[m[1]]), properties...)
		}
	}
	return out
}

// TestGraphPage compares the tables of docs/schema.md with what Neo4j holds when every field was written, causeway's own
// bookkeeping apart.
func TestGraphPage(t *testing.T) {
	enginetest.Neo4j(t)
	p := newProject(t)
	p.writeEverything()
	known := documented(tree.Read(t, "docs/schema.md"))
	found := map[string][]string{}
	for _, row := range harness.CypherRows(t, `MATCH (n) WHERE (n.project = $project OR n:Project AND n.name = $project) AND NOT n:LedgerEntry AND NOT n:ModelPart
		UNWIND keys(n) AS key
		RETURN [l IN labels(n) WHERE NOT l IN ['Record', 'Occurrence']][0] AS name, collect(DISTINCT key) AS keys
		UNION MATCH (n {project: $project})-[r]->() WHERE NOT n:LedgerEntry UNWIND keys(r) + [null] AS key
		RETURN type(r) AS name, collect(DISTINCT key) AS keys`, p.Name) {
		keys := []string{}
		for _, key := range row["keys"].([]any) {
			keys = append(keys, key.(string))
		}
		found[row["name"].(string)] = keys
	}
	if len(found) < 14 {
		t.Fatalf("only %v was found", found)
	}
	for name, keys := range found {
		for _, key := range keys {
			if !slices.Contains(known[name], key) {
				t.Errorf("docs/schema.md does not tell of the property %s of %s", key, name)
			}
		}
		if _, told := known[name]; !told {
			t.Errorf("docs/schema.md does not tell of %s", name)
		}
	}
	tree.Report(t, unwritten(t, known, found))
}

// unwritten returns what the page tells of and neither the graph holds nor a statement names.
func unwritten(t *testing.T, known, found map[string][]string) []string {
	t.Helper()
	var statements strings.Builder
	for _, name := range tree.Committed(t) {
		if strings.HasPrefix(name, "cypher/") && strings.HasSuffix(name, ".cypher") {
			statements.WriteString(tree.Read(t, name))
		}
	}
	statements.WriteString(tree.Read(t, "internal/neo4jstore/properties.go")) // what whole sets of properties hold
	statements.WriteString(tree.Read(t, "internal/neo4jstore/factor_row.go"))
	statements.WriteString(tree.Read(t, "internal/neo4jstore/pattern_row.go"))
	statements.WriteString(tree.Read(t, "internal/neo4jstore/pattern_evidence.go"))
	statements.WriteString(tree.Read(t, "internal/neo4jstore/pattern_tx.go"))
	var complaints []string
	for name, keys := range known {
		for _, key := range append(slices.Clone(keys), name) {
			if !slices.Contains(found[name], key) && !strings.Contains(statements.String(), key) {
				complaints = append(complaints, "docs/schema.md tells of "+key+" of "+name+", which is nowhere")
			}
		}
	}
	return complaints
}

// writeEverything records episodes that use every field that becomes a property, and reads one.
func (p *project) writeEverything() {
	p.T.Helper()
	harness.Get[any](p, recordQuery, vars{"e": vars{"id": "other", "task": "the other end", "decisions": []vars{{"id": "d001", "chosen": "x"}}}})
	harness.Get[any](p, recordQuery, vars{"e": vars{
		"id": "all", "task": "do it all, see main.go", "outcome": "SUCCESS", "startedAt": "2026-01-01T00:00:00Z", "session": "s", "domain": "d",
		"taskType": "t", "complexity": "c", "tools": []string{"t"}, "strategies": []string{"s"}, "tags": []string{"t"}, "goals": []string{"g"},
		"constraints": []string{"c"}, "insights": []string{"i"}, "lessons": []string{"l"},
		"decisions": []vars{{
			"id": "d001", "type": "DESIGN", "context": "c", "options": []string{"a", "b"}, "chosen": "a", "rationale": "r",
			"outcome": "SUCCESS", "at": "2026-01-01T00:00:00Z", "factor": "f",
		}},
		"events": []vars{{"id": "e001", "type": "ERROR", "content": "boom", "at": "2026-01-01T00:00:00Z", "factor": "g"}},
		"links": []vars{
			{"source": "d001", "relation": "CAUSES", "target": "e001", "note": "n", "confidence": .5},
			{"source": "d001", "relation": "ENABLES", "target": "outcome"},
			{"source": "e001", "relation": "PREVENTS", "target": "outcome"},
			{"source": "d001", "relation": "CORRELATES", "target": "other/d001", "note": "n", "confidence": .5},
		},
	}})
	p.writePatterns()
	harness.Get[any](p, `mutation($project: String!) { deleteEpisode(project: $project, key: "other") { removedId } }`, nil)
}

// writePatterns adds patterns that use every field that becomes a property, with evidence of each kind.
func (p *project) writePatterns() {
	p.T.Helper()
	f, boom := vars{"variable": "f", "state": "a"}, vars{"variable": "g"}
	add := func(name string, input vars) {
		input["name"], input["trigger"], input["action"] = name, "before "+name, "do "+name
		harness.Get[any](p, addPatternQuery, vars{"input": input})
	}
	add("general", vars{"episodes": []string{"other"}, "claim": vars{"rate": .5, "occurrences": 2, "source": "a review"}})
	add("special", vars{
		"summary": "s", "description": "d", "matches": []vars{{"trigger": []vars{f}, "then": []vars{boom}}, {"then": []vars{f}}},
		"applicability": vars{"problemTypes": []string{"p"}}, "related": []vars{{"relationship": "SPECIALIZES", "pattern": "general"}},
		"leads": []vars{{"relation": "CAUSES", "pattern": "general"}, {"relation": "PREVENTS", "factor": f}},
	})
	harness.Get[any](p, `mutation($project: String!) {
		recordApplication(project: $project, pattern: "special", episode: "all", outcome: FAILURE, note: "n", timeSaved: 1, costSaved: -1) { evidence { verdict } }
		deprecatePattern(project: $project, pattern: "general", reason: "r", supersededBy: "special") { pattern { key } }
		updatePattern(project: $project, pattern: "special", input: {description: "another"}, reason: "r", refined: true) { changed }
		validatePatterns(project: $project) { run }
	}`, nil)
}

// TestPages_Cypher runs the statements of the pages on Neo4j, over the examples. The name of the project is the
// test's own.
func TestPages_Cypher(t *testing.T) {
	c := enginetest.Neo4j(t)
	var all []block
	for _, name := range copyable(t) {
		all = append(all, slices.DeleteFunc(blocks(name, tree.Read(t, name)), func(b block) bool { return b.lang != "cypher" })...)
	}
	if len(all) < 2 {
		t.Fatalf("found %d statements; docs/schema.md shows some", len(all))
	}
	p := newProject(t)
	episodes, err := filepath.Glob(filepath.Join(tree.Root(), "examples", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := shared.SharedCLI(t).Run(t, append([]string{"import", "--project", p.Name}, episodes...)...); got.Code != 0 {
		t.Fatalf("import the examples: %+v", got)
	}
	p.addPattern()
	driver, err := neo4j.NewDriverWithContext(c.URI, neo4j.BasicAuth(c.User, c.Password, ""))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = driver.Close(t.Context()) })
	for _, b := range all {
		text := strings.NewReplacer(`"demo"`, "$project", `'demo'`, "$project").Replace(b.text)
		result, err := neo4j.ExecuteQuery(t.Context(), driver, text, vars{"project": p.Name}, neo4j.EagerResultTransformer)
		if err != nil {
			t.Errorf("%s: %v", b, err)
			continue
		}
		if len(result.Records) == 0 {
			t.Errorf("%s: nothing was found", b)
		}
		for _, note := range result.Summary.Notifications() {
			t.Errorf("%s: %s: %s", b, note.Title(), note.Description())
		}
	}
}
