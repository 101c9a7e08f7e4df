package harness

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/causeway-memory/causeway/internal/enginetest"
)

// CypherRows asks Neo4j itself, behind the API.
func CypherRows(t testing.TB, statement, project string) []map[string]any {
	t.Helper()
	return rowsOf(t, enginetest.Neo4j(t), statement, project)
}

func rowsOf(t testing.TB, c enginetest.Connection, statement, project string) []map[string]any {
	t.Helper()
	driver, err := neo4j.NewDriverWithContext(c.URI, neo4j.BasicAuth(c.User, c.Password, ""))
	if err != nil {
		t.Fatal(err)
	}
	defer driver.Close(t.Context())
	result, err := neo4j.ExecuteQuery(t.Context(), driver, statement, Vars{"project": project}, neo4j.EagerResultTransformer)
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]any
	for _, record := range result.Records {
		rows = append(rows, record.AsMap())
	}
	return rows
}

// CountEpisodes is how many episodes a project has; none without the project.
func (h *House) CountEpisodes(t testing.TB, project string) int {
	t.Helper()
	if enginetest.Embedded() {
		return h.asked(t, project).count()
	}
	return int(CypherRows(t, `MATCH (e:Episode {project: $project}) RETURN count(e) AS n`, project)[0]["n"].(int64))
}

// LinkBases counts the links between occurrences by basis. In Neo4j one without a direction is drawn both
// ways.
func (h *House) LinkBases(t testing.TB, project string) map[string]int {
	t.Helper()
	if enginetest.Embedded() {
		return h.asked(t, project).linkBases()
	}
	out := map[string]int{}
	for _, row := range CypherRows(t, `MATCH (:Occurrence {project: $project})-[l:CAUSES|ENABLES|PREVENTS|CORRELATES]->()
		RETURN l.basis AS basis, sum(CASE type(l) WHEN 'CORRELATES' THEN 1 ELSE 2 END) / 2 AS n`, project) {
		out[strings.ToUpper(row["basis"].(string))] = int(row["n"].(int64))
	}
	return out
}

// Fingerprint returns every node and relationship of a project as sorted lines, all
// properties included but the project's name, what is made of it, what callers asked for, what tells when and
// how far a write or its index came, and the counts of reads, which follow a read later. Whoever reads links through the API has them counted first; so does
// this.
func (h *House) Fingerprint(t testing.TB, project string) []string {
	t.Helper()
	if enginetest.Embedded() {
		return h.asked(t, project).fingerprint()
	}
	h.asked(t, project).countLinks()
	var lines []string
	for _, row := range CypherRows(t, `MATCH (n {project: $project}) WHERE NOT n:ModelPart AND NOT n:LedgerEntry
		AND NOT (n:Access AND EXISTS { (:Record {project: $project, id: n.episode}) })
		RETURN labels(n) AS labels, properties(n) AS properties`, project) {
		lines = append(lines, fmt.Sprintf("(%v %s)", row["labels"], spelled(row["properties"])))
	}
	for _, row := range CypherRows(t, `MATCH (a {project: $project})-[r]->(b) WHERE NOT a:LedgerEntry
		RETURN labels(a) + [coalesce(a.key, a.id)] AS source, labels(b) + [coalesce(b.key, b.id)] AS target, type(r) AS type, properties(r) AS properties`, project) {
		if strings.Contains(fmt.Sprint(row["source"], row["target"]), "CrossLink") {
			continue
		}
		lines = append(lines, fmt.Sprintf("%v -%s %s-> %v", row["source"], row["type"], spelled(row["properties"]), row["target"]))
	}
	slices.Sort(lines)
	return lines
}

func spelled(properties any) string {
	var parts []string
	all := properties.(map[string]any)
	isLink := all["basis"] != nil
	for _, name := range slices.Sorted(maps.Keys(all)) {
		switch name {
		case "project", "recordedAt", "firstRecordedAt", "createdAt", "indexedRevision", "indexDue", "vectorsDue", "indexState", "indexVersion", "factorGraph":
			continue
		case "id":
			if isLink {
				continue
			}
		}
		parts = append(parts, fmt.Sprintf("%s=%v", name, all[name]))
	}
	return strings.Join(parts, " ")
}
