package neo4jstore_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/neo4j/neo4j-go-driver/v5/neo4j"

	"github.com/causeway-memory/causeway/internal/enginetest"
)

// Operators that look at everything of a kind.
var scans = []string{
	"AllNodesScan", "NodeByLabelScan", "UnionNodeByLabelsScan", "IntersectionNodeByLabelsScan", "SubtractionNodeByLabelsScan",
	"NodeIndexScan", "NodeIndexEndsWithScan", "DirectedAllRelationshipsScan", "UndirectedAllRelationshipsScan",
	"DirectedRelationshipTypeScan", "UndirectedRelationshipTypeScan", "DirectedRelationshipIndexScan", "UndirectedRelationshipIndexScan", "DirectedUnionRelationshipTypesScan",
	"UndirectedUnionRelationshipTypesScan",
}

// Operators that begin with what a key, a range of keys or words name.
var seeks = []string{
	"NodeUniqueIndexSeek", "NodeUniqueIndexSeek(Locking)", "NodeIndexSeek", "NodeIndexSeekByRange", "NodeUniqueIndexSeekByRange",
	"NodeIndexContainsScan", "ProcedureCall", "DirectedRelationshipIndexSeek", "DirectedRelationshipUniqueIndexSeek",
	"DirectedRelationshipUniqueIndexSeek(Locking)", "DirectedRelationshipIndexSeekByRange", "DirectedRelationshipUniqueIndexSeekByRange",
}

// Neo4j is asked how it would run each statement, reads and writes: every way in is a seek.
func TestStatements_beginWithASeek(t *testing.T) {
	store(t)
	c := enginetest.Neo4j(t)
	driver, err := neo4j.NewDriverWithContext(c.URI, neo4j.BasicAuth(c.User, c.Password, ""))
	must(t, err)
	t.Cleanup(func() { _ = driver.Close(t.Context()) })
	var files []string
	for _, folder := range []string{"episodic", "causal", "patterns", "execution"} {
		found, err := filepath.Glob(filepath.Join("..", "..", "cypher", folder, "*.cypher"))
		must(t, err)
		files = append(files, found...)
	}
	if len(files) < 40 {
		t.Fatalf("found %d statements", len(files))
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		must(t, err)
		if complaints := explain(t, driver, string(text)); len(complaints) > 0 {
			t.Errorf("%s: %s", filepath.Base(file), strings.Join(complaints, ", "))
		}
	}
	for why, bad := range map[string]string{
		"a scan of a label":           "MATCH (e:Episode) WHERE e.task = 'x' RETURN e",
		"a scan of an index":          "MATCH (e:Episode) WHERE e.project IS NOT NULL AND e.sortKey IS NOT NULL RETURN e",
		"a product of two ranges":     "MATCH (a:Episode {project: $p}), (b:Episode {project: $q}) WHERE a.sortKey > '' AND b.sortKey > '' RETURN a, b",
		"a scan of relationships":     "MATCH ()-[r:MENTIONS]->() RETURN r",
		"a lookup without the labels": "MATCH (n) WHERE n.project = $p RETURN n",
	} {
		if len(explain(t, driver, bad)) == 0 {
			t.Errorf("%s is not noticed", why)
		}
	}
}

func explain(t *testing.T, driver neo4j.DriverWithContext, statement string) []string {
	t.Helper()
	result, err := neo4j.ExecuteQuery(t.Context(), driver, "EXPLAIN "+statement, nil, neo4j.EagerResultTransformer, neo4j.ExecuteQueryWithDatabase("neo4j"))
	if err != nil {
		return []string{err.Error()}
	}
	return complain(result.Summary.Plan())
}

func complain(p neo4j.Plan) []string {
	operator := strings.TrimSuffix(p.Operator(), "@neo4j")
	var out []string
	if slices.Contains(scans, operator) {
		out = append(out, operator)
	}
	leaf := len(p.Children()) == 0
	if leaf && !slices.Contains(seeks, operator) && !slices.Contains([]string{"Argument", "Unwind", "EmptyRow", "NodeCountFromCountStore"}, operator) && !slices.Contains(out, operator) {
		out = append(out, "begins with "+operator)
	}
	if operator == "CartesianProduct" && !singles(p) {
		out = append(out, "CartesianProduct of many by many")
	}
	for _, child := range p.Children() {
		out = append(out, complain(child)...)
	}
	return out
}

// singles reports whether a plan returns one row: an aggregation without groups, or what
// begins with one node by its key.
func singles(p neo4j.Plan) bool {
	if strings.HasPrefix(p.Operator(), "EagerAggregation") {
		details, _ := p.Arguments()["Details"].(string)
		return !slices.ContainsFunc(strings.Split(details, ", "), func(item string) bool { return !strings.Contains(item, "(") })
	}
	if len(p.Children()) == 0 {
		operator := strings.TrimSuffix(p.Operator(), "@neo4j")
		details, _ := p.Arguments()["Details"].(string)
		return operator == "Argument" || strings.HasPrefix(operator, "NodeUniqueIndexSeek") && !strings.ContainsAny(details, "<>")
	}
	return !slices.ContainsFunc(p.Children(), func(c neo4j.Plan) bool { return !singles(c) })
}
