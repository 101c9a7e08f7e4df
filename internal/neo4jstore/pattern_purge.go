package neo4jstore

import "github.com/causeway-memory/causeway/cypher"

// purgeEvidence is how much evidence one transaction of PurgeProject removes.
const purgeEvidence = 10000

// purgePatterns removes some of the evidence of the patterns of a project, or some patterns when
// none is left, and returns how many.
func purgePatterns(t *tx, project string) (int, error) {
	removed := 0
	p := params{"project": project, "limit": purgeEvidence}
	err := t.query(cypher.DropPatternEvidence, p, func(r *row) { removed = r.integer("count") })
	if err != nil || removed > 0 {
		return removed, err
	}
	var keys []string
	p = params{"project": project, "limit": purgeBatch}
	if err := t.query(cypher.ListPatternKeys, p, func(r *row) { keys = append(keys, r.text("key")) }); err != nil || len(keys) == 0 {
		return 0, err
	}
	return len(keys), t.exec(cypher.RemovePatterns, params{"project": project, "keys": keys})
}
