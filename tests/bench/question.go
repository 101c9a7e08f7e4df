package main

import (
	"context"
	_ "embed"
	"fmt"
	"time"

	"github.com/causeway-memory/causeway/causal/search"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/tests/bench/corpus"
)

// The questions as an agent asks them.
var (
	//go:embed questions/path.graphql
	pathQuery string
	//go:embed questions/evidence.graphql
	evidenceQuery string
	//go:embed questions/recall.graphql
	recallQuery string
	//go:embed questions/episode.graphql
	episodeQuery string
	//go:embed questions/episodes.graphql
	episodesQuery string
)

// The most that the ratios to the bare clients and of embedded to native should be, and the
// limits of the seeds.
const (
	pathAim       = 1.5
	recallAim     = 1.3
	embeddedAim   = 1
	byIDLimit     = 50 * time.Millisecond
	filterLimit   = 200 * time.Millisecond
	topTenLimit   = 100 * time.Millisecond
	pageOfEpisode = 20
)

// enoughTies is a parameter of the statement for paths, as causeway gives it.
const enoughTies = 64

func (b *bench) questions(ctx context.Context, c *corpus.Corpus, project string) ([]question, error) {
	var out []question
	for _, make := range []func() (question, error){
		func() (question, error) { return b.path("path, near", pathQuery, project, c.NearPairs(variants)) },
		func() (question, error) { return b.path("path, 62 links", pathQuery, project, c.FarPairs(variants)) },
		func() (question, error) {
			return b.path("path, none", pathQuery, project, backwards(c.NearPairs(variants)))
		},
		func() (question, error) {
			return b.evidence("path with evidence, near", project, c.NearPairs(variants))
		},
		func() (question, error) {
			return b.evidence("path with evidence, 62 links", project, c.FarPairs(variants))
		},
		func() (question, error) { return b.recall(ctx, project, c.Questions(variants), nil) },
		func() (question, error) {
			return b.recall(ctx, project, c.Questions(variants), properties{"outcomes": []string{"FAILURE"}})
		},
		func() (question, error) { return b.byID(project, c.IDs(variants)) },
		func() (question, error) { return b.structured(project) },
	} {
		q, err := make()
		if err != nil {
			return nil, err
		}
		out = append(out, q)
	}
	return out, nil
}

// backwards swaps the ends: effects do not lead to their causes here.
func backwards(pairs []corpus.Pair) []corpus.Pair {
	out := make([]corpus.Pair, len(pairs))
	for i, p := range pairs {
		out[i] = corpus.Pair{From: p.To, To: p.From, Hops: -1}
	}
	return out
}

// path compares a query for a path with the statement that finds it.
func (b *bench) path(name, query, project string, pairs []corpus.Pair) (question, error) {
	q := question{name: name, aim: pathAim, aimEmbedded: embeddedAim, check: checkPath(pairs)}
	for _, p := range pairs {
		r, err := newRequest(query, properties{"project": project, "from": p.From, "to": p.To})
		if err != nil {
			return question{}, err
		}
		q.ours = append(q.ours, r)
	}
	q.bare = func(ctx context.Context, variant int) error {
		_, err := b.barePath(ctx, project, pairs[variant])
		return err
	}
	return q, nil
}

// barePath runs the statement and returns the episodes that the path rests on.
func (b *bench) barePath(ctx context.Context, project string, p corpus.Pair) (map[string]bool, error) {
	rows, err := b.read(ctx, string(cypher.FindShortestPaths), properties{
		"project": project, "from": []string{p.From}, "to": []string{p.To}, "depth": search.MaxShortestDepth, "enough": enoughTies,
		"types": []string{"CAUSES", "ENABLES", "PREVENTS"}, "bases": []string{"stated", "extracted", "temporal", "measured"},
	})
	if (len(rows) == 0) != (p.Hops < 0) {
		return nil, fmt.Errorf("%d rows from %s to %s (%w)", len(rows), p.From, p.To, err)
	}
	episodes := map[string]bool{}
	for _, r := range rows {
		for _, end := range []string{"source", "target"} {
			id, _ := mapOf(r.AsMap()[end])["episode"].(string)
			episodes[id] = true
		}
	}
	return episodes, err
}

// evidence compares a query that also shows the episodes that a path rests on with the two
// statements it takes.
func (b *bench) evidence(name, project string, pairs []corpus.Pair) (question, error) {
	q, err := b.path(name, evidenceQuery, project, pairs)
	q.bare = func(ctx context.Context, variant int) error {
		episodes, err := b.barePath(ctx, project, pairs[variant])
		if err != nil {
			return err
		}
		var ids []string
		for id := range episodes {
			ids = append(ids, id)
		}
		_, err = b.read(ctx, string(cypher.GetEpisodes), properties{"project": project, "ids": ids})
		return err
	}
	return q, err
}

func checkPath(pairs []corpus.Pair) func([]byte, int) error {
	return func(answer []byte, variant int) error {
		var data struct {
			CausalPath struct {
				Status string
				Paths  []struct{ Length int }
			}
		}
		if err := understand(answer, &data); err != nil {
			return err
		}
		want, found := pairs[variant].Hops, data.CausalPath.Paths
		switch {
		case want < 0 && len(found) == 0:
			return nil
		case len(found) == 1 && (want == 0 || found[0].Length == want):
			return nil
		}
		return fmt.Errorf("the answer is %s, want a path of %d links", answer, want)
	}
}

// recall compares the top ten with the query that causeway sends to Weaviate for them.
func (b *bench) recall(ctx context.Context, project string, texts []string, filter properties) (question, error) {
	q := question{name: "recall", aim: recallAim, aimEmbedded: embeddedAim, limit: topTenLimit, check: checkList("recall", "hits")}
	if filter != nil {
		q.name = "recall of failures"
	}
	var queries []string
	for _, text := range texts {
		variables := properties{"project": project, "text": text, "filter": filter}
		r, err := newRequest(recallQuery, variables)
		if err != nil {
			return question{}, err
		}
		query, err := b.spiedRecall(ctx, variables)
		if err != nil {
			return question{}, fmt.Errorf("find the query for %q: %w", text, err)
		}
		q.ours, queries = append(q.ours, r), append(queries, query)
	}
	q.bare = func(ctx context.Context, variant int) error {
		_, err := b.searchBare(ctx, queries[variant])
		return err
	}
	return q, nil
}

// byID compares a whole episode with the statement that reads it.
func (b *bench) byID(project string, ids []string) (question, error) {
	q := question{name: "episode by id", aimEmbedded: embeddedAim, limit: byIDLimit, check: func(answer []byte, variant int) error {
		var data struct{ Episode struct{ Key string } }
		if err := understand(answer, &data); err != nil || data.Episode.Key == ids[variant] {
			return err
		}
		return fmt.Errorf("the answer is %s, want %s", answer, ids[variant])
	}}
	for _, id := range ids {
		r, err := newRequest(episodeQuery, properties{"project": project, "key": id})
		if err != nil {
			return question{}, err
		}
		q.ours = append(q.ours, r)
	}
	q.bare = func(ctx context.Context, variant int) error {
		_, err := b.read(ctx, string(cypher.GetEpisodes), properties{"project": project, "ids": []string{ids[variant]}})
		return err
	}
	return q, nil
}

// listParameters are those of the statement that lists episodes: the failures of a domain that have a tag.
func listParameters(project, domain, tag string) properties {
	return properties{
		"project": project, "from": "", "before": "\U0010FFFF", "limit": pageOfEpisode + 1, "domain": domain,
		"outcomes": []string{string(episodic.OutcomeFailure), string(episodic.OutcomePartial), string(episodic.OutcomeSuccess)},
		"tags":     []string{tag}, "taskType": nil, "complexity": nil, "session": nil, "tools": nil, "strategies": nil, "task": nil, "actors": nil,
		"decisionTypes": nil, "references": nil, "failed": nil,
	}
}

// structured compares a page of the failures of a domain that have a tag with the statement
// that lists them.
func (b *bench) structured(project string) (question, error) {
	q := question{name: "episodes by attributes", limit: filterLimit, check: checkList("episodes", "edges")}
	var parameters []properties
	for i := range variants {
		domain, tag := fmt.Sprintf("domain-%02d", i%12), fmt.Sprintf("tag-%02d", i%40)
		filter := properties{"outcomes": []string{"FAILURE", "PARTIAL", "SUCCESS"}, "domain": domain, "tags": []string{tag}}
		r, err := newRequest(episodesQuery, properties{"project": project, "filter": filter, "first": pageOfEpisode})
		if err != nil {
			return question{}, err
		}
		q.ours = append(q.ours, r)
		parameters = append(parameters, listParameters(project, domain, tag))
	}
	q.bare = func(ctx context.Context, variant int) error {
		_, err := b.read(ctx, string(cypher.ListEpisodes), parameters[variant])
		return err
	}
	return q, nil
}

// checkList fails for an error and for a list that is not there; a short corpus may have
// nothing to show.
func checkList(field, list string) func([]byte, int) error {
	return func(answer []byte, _ int) error {
		var data map[string]map[string]any
		if err := understand(answer, &data); err != nil {
			return err
		}
		if _, ok := data[field][list].([]any); !ok {
			return fmt.Errorf("the answer is %s, want a list of %s", answer, list)
		}
		return nil
	}
}
