package sqlitestore_test

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"zombiezen.com/go/sqlite"
)

// SQLite is asked how it would run each statement: none looks at a whole table or index,
// which hold all projects.
func TestStatement_scansNoTable(t *testing.T) {
	conn := schema(t)
	whole := map[string]string{
		"episodic/list_projects.sql":          "every project is wanted",
		"episodic/list_index_states.sql":      "every project is wanted",
		"episodic/list_undescribed.sql":       "it is asked once, by a migration",
		"causal/list_underived.sql":           "every project is looked at; each is asked with an index",
		"causal/list_uncounted_projects.sql":  "the indexes hold what waits only",
		"migration/list_steps.sql":            "every step is wanted",
		"migration/list_old_words.sql":        "it is asked once, by a migration",
		"migration/find_history.sql":          "the list of tables is short",
		"migration/find_damage.sql":           "the list of tables is short",
		"index/delete_forgotten_projects.sql": "there are few projects",
		"index/list_forgotten.sql":            "there are few projects",
		"index/list_forgotten_places.sql":     "there are few projects",
		"ledger/list_entry_projects.sql":      "it is asked once, by a backup",
		"episodic/count_backlog.sql":          "the index holds the backlog only",
	}
	for name, text := range statements(t) {
		if strings.HasPrefix(name, "schema/") {
			continue
		}
		scans := explain(t, conn, text)
		if why := whole[name]; len(scans) > 0 && why == "" {
			t.Errorf("%s: %s", name, strings.Join(scans, ", "))
		}
	}
	for why, bad := range map[string]string{
		"a scan of a table":            "SELECT id FROM episode WHERE task = $task",
		"a scan of an index":           "SELECT id FROM episode ORDER BY project, id",
		"an index built for the query": "SELECT a.id FROM json_each($ids) i JOIN episode a ON a.task = i.value JOIN episode b ON b.domain = a.domain",
	} {
		if len(explain(t, conn, bad)) == 0 {
			t.Errorf("%s is not noticed", why)
		}
	}
}

// What a write of an episode asks, and what a walk asks at each level, is answered from the
// index that was made for it, so that one factor with very many links costs the others nothing.
func TestStatement_usesIndex(t *testing.T) {
	conn := schema(t)
	texts := statements(t)
	for name, want := range map[string]string{
		"list_links_between_variables": "USING INDEX factor_link_among (source_variable=? AND target_variable=?)",
		"list_links_among":             "USING INDEX factor_link_among (source_variable=?)",
		"list_factor_ranges":           "USING COVERING INDEX observation_of (factor=? AND seen>?)",
		"list_link_ranges":             "USING COVERING INDEX support_of (link=? AND seen>?)",
		"compare_observed":             "SEARCH n USING PRIMARY KEY (episode=? AND variable=?)",
		"list_deferred_episodes":       "USING INDEX episode_deferred (project=?)",
		"list_underived_episodes":      "USING COVERING INDEX episode_underived (project=?)",
		"step_factors_downstream":      "USING INDEX factor_link_to_mutual (target=?)",
		"step_factors_upstream":        "USING INDEX factor_link_from_mutual (source=?)",
		"first_edges_downstream":       "MERGE (UNION ALL)",
		"list_statements_for":          "USING INDEX factor_statement_link (project=? AND link=?)",
		"count_supports":               "USING COVERING INDEX support_of (link=?)",
		"list_contributions_after":     "USING INDEX contribution_graph (layer=? AND graph>?)",
		"list_observations_after":      "USING COVERING INDEX contribution_graph (layer=? AND graph>?)",
		"list_links_into":              "USING INDEX factor_link_to (target=?)",
		"list_states_of":               "USING INDEX factor_variable (variable=?)",
		"../pattern/list_watching":     "USING PRIMARY KEY (project=? AND factor=?)",
		"../pattern/list_indexed":      "USING PRIMARY KEY (project=? AND entry=?)",
		"../pattern/get_evidence_in":   "USING INDEX pattern_evidence_in (episode=?)",
		"../pattern/list_applications": "USING INDEX pattern_evidence_applied (pattern=?)",
		"../pattern/list_holding":      "USING COVERING INDEX observation_of (factor=?)",
		"../pattern/list_told_states":  "SEARCH o USING PRIMARY KEY (episode=? AND variable=?)",
	} {
		if steps := plan(t, conn, texts[path.Join("causal", name+".sql")]); !strings.Contains(strings.Join(steps, "\n"), want) {
			t.Errorf("%s does not say %q:\n%s", name, want, strings.Join(steps, "\n"))
		}
	}
}

// explain returns the steps of a plan that begin with a whole table.
func explain(t *testing.T, conn *sqlite.Conn, statement string) []string {
	t.Helper()
	return slices.DeleteFunc(plan(t, conn, statement), func(step string) bool { return !complain(step) })
}

// plan returns the steps of a plan.
func plan(t *testing.T, conn *sqlite.Conn, statement string) []string {
	t.Helper()
	var out []string
	stmt, _, err := conn.PrepareTransient("EXPLAIN QUERY PLAN " + statement)
	must(t, err)
	defer func() { _ = stmt.Finalize() }()
	for {
		found, err := stmt.Step()
		must(t, err)
		if !found {
			return out
		}
		out = append(out, stmt.GetText("detail"))
	}
}

// complain reports whether a step looks at a whole table. What it reads of parameters, of
// other steps and of words is not one.
func complain(step string) bool {
	if strings.Contains(step, "AUTOMATIC") {
		return true
	}
	what, is := strings.CutPrefix(step, "SCAN ")
	return is && !strings.Contains(step, "VIRTUAL TABLE") && !regexp.MustCompile(`^(found|longest|first|named|n|touched|t|best|\(subquery-\d+\)|CONSTANT ROW)$`).MatchString(what)
}
