package main

import (
	"context"
	_ "embed" // the statements are files
	"fmt"

	"github.com/google/go-cmp/cmp"
	"github.com/neo4j/neo4j-go-driver/v5/neo4j"
)

// The statements of the hand-tuned side.
var (
	//go:embed statements/read_written.cypher
	readWritten string
	//go:embed statements/read_links.cypher
	readLinks string
	//go:embed statements/create_episodes.cypher
	createEpisodes string
	//go:embed statements/merge_references.cypher
	mergeReferences string
	//go:embed statements/create_mentions.cypher
	createMentions string
	//go:embed statements/create_head_mentions.cypher
	createHeadMentions string
	//go:embed statements/create_causes.cypher
	createCauses string
	//go:embed statements/create_enables.cypher
	createEnables string
	//go:embed statements/create_prevents.cypher
	createPrevents string
	//go:embed statements/count_written.cypher
	countWritten string
)

// properties are those of a node or relationship, or a row of several.
type properties = map[string]any

// graphRows are the rows of one batch, as the statements want them.
type graphRows struct {
	project                string
	episodes, references   []properties
	mentions, headMentions []properties
	// links are by relationship type.
	links map[string][]properties
	// nodes are the properties of all nodes but the references.
	nodes []properties
	// seen are the sort keys of the references.
	seen map[string]bool
}

// readRows reads what the memory drew of some episodes.
func (in *importing) readRows(ctx context.Context, ids []string) (*graphRows, error) {
	rows := &graphRows{links: map[string][]properties{}, seen: map[string]bool{}}
	parameters := properties{"project": in.project, "ids": ids}
	found, err := in.read(ctx, readWritten, parameters)
	if err != nil {
		return nil, err
	}
	for _, r := range found {
		rows.addEpisode(r.AsMap())
	}
	if found, err = in.read(ctx, readLinks, parameters); err != nil {
		return nil, err
	}
	for _, r := range found {
		row := r.AsMap()
		kind, _ := row["type"].(string)
		rows.links[kind] = append(rows.links[kind], row)
	}
	return rows, nil
}

func (g *graphRows) addEpisode(row properties) {
	g.episodes = append(g.episodes, row)
	g.nodes = append(g.nodes, mapOf(row["episode"]), mapOf(row["revision"]))
	for _, item := range listOf(row["decisions"]) {
		g.addDecision(mapOf(item))
	}
	for _, list := range []string{"events", "outcomes", "crossLinks"} {
		for _, item := range listOf(row[list]) {
			g.nodes = append(g.nodes, mapOf(item))
		}
	}
	g.headMentions = append(g.headMentions, g.mentionRows(row["mentions"])...)
	g.mentions = append(g.mentions, g.mentionRows(row["occurrenceMentions"])...)
	delete(row, "mentions")
	delete(row, "occurrenceMentions")
}

func (g *graphRows) addDecision(d properties) {
	g.nodes = append(g.nodes, mapOf(d["properties"]))
	for _, list := range []string{"considered", "chosen"} {
		for _, option := range listOf(d[list]) {
			g.nodes = append(g.nodes, mapOf(mapOf(option)["properties"]))
		}
	}
}

// mentionRows notes the references and returns the rows of their mentions.
func (g *graphRows) mentionRows(list any) []properties {
	var out []properties
	for _, item := range listOf(list) {
		m := mapOf(item)
		ref := mapOf(m["reference"])
		if key, _ := ref["sortKey"].(string); !g.seen[key] {
			g.seen[key] = true
			g.references = append(g.references, ref)
		}
		out = append(out, properties{"by": m["by"], "as": m["as"], "kind": ref["kind"], "key": ref["key"]})
	}
	return out
}

// moveTo gives the rows to another project.
func (g *graphRows) moveTo(project string) {
	g.project = project
	for _, node := range g.nodes {
		node["project"] = project
	}
}

// writeRows writes the rows in one transaction.
func (in *importing) writeRows(ctx context.Context, g *graphRows) error {
	steps := []struct {
		statement, name string
		rows            []properties
	}{
		{createEpisodes, "episodes", g.episodes},
		{mergeReferences, "references", g.references},
		{createMentions, "mentions", g.mentions},
		{createHeadMentions, "mentions", g.headMentions},
		{createCauses, "links", g.links["CAUSES"]},
		{createEnables, "links", g.links["ENABLES"]},
		{createPrevents, "links", g.links["PREVENTS"]},
	}
	session := in.driver.NewSession(ctx, neo4j.SessionConfig{DatabaseName: "neo4j"})
	defer session.Close(ctx)
	_, err := session.ExecuteWrite(ctx, func(tx neo4j.ManagedTransaction) (any, error) {
		for _, step := range steps {
			if len(step.rows) == 0 {
				continue
			}
			result, err := tx.Run(ctx, step.statement, properties{"project": g.project, step.name: step.rows})
			if err != nil {
				return nil, err
			}
			if _, err := result.Consume(ctx); err != nil {
				return nil, err
			}
		}
		return nil, nil
	})
	return err
}

// checkTwins fails unless both projects hold as many nodes and relationships.
func (in *importing) checkTwins(ctx context.Context) error {
	var counts [2][]properties
	for i, project := range []string{in.project, in.twin()} {
		found, err := in.read(ctx, countWritten, properties{"project": project})
		if err != nil {
			return fmt.Errorf("count what %s holds: %w", project, err)
		}
		for _, r := range found {
			counts[i] = append(counts[i], r.AsMap())
		}
	}
	if diff := cmp.Diff(counts[0], counts[1]); diff != "" {
		return fmt.Errorf("the two sides wrote different graphs: %s", diff)
	}
	return nil
}

// read runs one statement by the bare driver, the way its manual recommends, and returns
// all rows.
func (m *engines) read(ctx context.Context, statement string, parameters properties) ([]*neo4j.Record, error) {
	result, err := neo4j.ExecuteQuery(ctx, m.driver, statement, parameters, neo4j.EagerResultTransformer,
		neo4j.ExecuteQueryWithDatabase("neo4j"), neo4j.ExecuteQueryWithReadersRouting())
	if err != nil {
		return nil, err
	}
	return result.Records, nil
}

func mapOf(v any) properties {
	m, _ := v.(map[string]any)
	return m
}

func listOf(v any) []any {
	list, _ := v.([]any)
	return list
}
