package neo4jstore

import (
	"context"
	"slices"
	"strings"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

const (
	// fewEpisodes is the most episodes that are all looked at because they have what a filter asks for. Of more than these, the
	// latest are soon found along all episodes.
	fewEpisodes = 1_000
	// mostAttributes bounds how many values the index of attributes is asked for; Lucene takes 1,024.
	mostAttributes = 500
)

// among returns the statement by which a query is answered: one that looks among the episodes with what the filter asks for, whose
// parameter it adds, if they are few, or else along all that are present, or deleted.
func (s *Store) among(ctx context.Context, q episodic.EpisodeQuery, p params, few, present, deleted cypher.Statement) (cypher.Statement, error) {
	if q.Deleted {
		return deleted, nil
	}
	attributes, _ := attributesOf(q)
	if attributes == "" {
		return present, nil
	}
	n, err := s.countAttributed(ctx, attributes, s.few+1)
	if err != nil || n > s.few {
		return present, err
	}
	p["attributes"] = attributes
	return few, nil
}

// countAttributed counts the episodes that have some attributes, up to a limit.
func (s *Store) countAttributed(ctx context.Context, attributes string, limit int) (int, error) {
	return s.count(ctx, cypher.CountAttributed, params{"attributes": attributes, "limit": limit})
}

// attributesOf returns, in the language of Lucene, the attributes that an episode has to have to match; empty if there are none.
// Each is compared as a whole, by the property that holds it. enough says that each episode that has them matches.
func attributesOf(q episodic.EpisodeQuery) (attributes string, enough bool) {
	f, left := q.Filter, mostAttributes
	var b strings.Builder
	enough = f.Task == "" && !f.Failed && f.Since.IsZero() && f.Until.IsZero()
	for _, asked := range []struct {
		property string
		values   []string
	}{
		{"session", nonEmpty(f.Session)},
		{"domain", nonEmpty(f.Domain)},
		{"taskType", nonEmpty(f.TaskType)},
		{"complexity", nonEmpty(f.Complexity)},
		{"outcome", texts(f.Outcomes)},
		{"decisionTypes", texts(f.DecisionTypes)},
		{"tags", f.Tags},
		{"tools", f.Tools},
		{"strategies", f.Strategies},
		{"actors", f.Actors},
		{"references", referenceTexts(f.References)},
	} {
		n := len(asked.values)
		if n == 0 {
			continue
		}
		if n > left || slices.Contains(asked.values, "") {
			enough = false
			continue
		}
		left -= n
		b.WriteString(" +" + anyOf(asked.property, asked.values))
	}
	if b.Len() == 0 {
		return "", false
	}
	return "+" + anyOf("project", []string{q.Project}) + b.String(), enough
}

// anyOf asks for a property that is, or holds, one of some values. Between quotes, nothing is an operator but a quote and a
// backslash.
func anyOf(property string, values []string) string {
	quoted := make([]string, len(values))
	for i, v := range values {
		quoted[i] = `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(v) + `"`
	}
	return property + ":(" + strings.Join(quoted, " ") + ")"
}
