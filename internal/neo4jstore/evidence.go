package neo4jstore

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
)

// ListEvidence implements [derive.Store].
func (s *Store) ListEvidence(ctx context.Context, q link.EvidenceQuery) ([]link.Evidence, error) {
	p := evidenceParams(q)
	p["limit"] = q.Page.Limit
	out, err := read(ctx, s, cypher.ListEvidence, p, func(r *row) link.Evidence {
		e := link.Evidence{
			Episode: r.text("episode"), Seen: r.maybeTime("seen"), Compared: r.flag("compared"), Basis: episodic.Basis(r.maybeText("basis")),
		}
		if e.Compared {
			e.Cell = link.Cell{Source: r.flag("source"), Target: r.flag("target")}
		}
		return e
	})
	if err != nil {
		return nil, fmt.Errorf("list the evidence of link %q: %w", q.Link, err)
	}
	return out, nil
}

// CountEvidence implements [derive.Store].
func (s *Store) CountEvidence(ctx context.Context, q link.EvidenceQuery) (int, error) {
	q.Page.After = ""
	n, err := s.count(ctx, cypher.CountEvidence, evidenceParams(q))
	if err != nil {
		return 0, fmt.Errorf("count the evidence of link %q: %w", q.Link, err)
	}
	return n, nil
}

// evidenceParams are the parameters of statements over the evidence of a link: sources,
// targets and neither say where the episodes of the cells are to be looked for.
func evidenceParams(q link.EvidenceQuery) params {
	cells := make([]any, len(q.Cells))
	for i, c := range q.Cells {
		cells[i] = []any{c.Source, c.Target}
	}
	return params{
		"project": q.Project, "link": q.Link, "pair": pairRow(q.Pair), "cells": cells, "stated": q.Stated,
		"sources": slices.ContainsFunc(q.Cells, func(c link.Cell) bool { return c.Source }),
		"targets": slices.Contains(q.Cells, link.Cell{Target: true}),
		"neither": slices.Contains(q.Cells, link.Cell{}),
		"after":   q.Page.After, "until": timeOrNull(q.Until),
	}
}

// CountSupports implements [derive.Store].
func (s *Store) CountSupports(ctx context.Context, project string, links []string, until time.Time) ([]link.BasisCounts, error) {
	type support struct {
		link  string
		basis episodic.Basis
		count int
	}
	p := params{"project": project, "links": distinct(links), "until": timeOrNull(until)}
	found, err := read(ctx, s, cypher.CountSupports, p, func(r *row) support {
		return support{r.text("link"), episodic.Basis(r.text("basis")), r.integer("count")}
	})
	if err != nil {
		return nil, fmt.Errorf("count what supports %d links: %w", len(links), err)
	}
	counts := make(map[string]link.BasisCounts, len(links))
	for _, f := range found {
		c := counts[f.link]
		c.Add(f.basis, f.count)
		counts[f.link] = c
	}
	out := make([]link.BasisCounts, len(links))
	for i, link := range links {
		out[i] = counts[link]
	}
	return out, nil
}

// CountRules implements [derive.Store].
func (s *Store) CountRules(ctx context.Context, project string) ([]link.RuleTotal, error) {
	counts := map[string]int{}
	_, err := read(ctx, s, cypher.CountRules, params{"project": project}, func(r *row) bool {
		if rule := link.RuleOf(r.text("word")); rule != "" && link.IsByRule(episodic.Basis(r.text("basis"))) {
			counts[rule] += r.integer("links")
		}
		return true
	})
	if err != nil {
		return nil, fmt.Errorf("count the links of %s by rule: %w", project, err)
	}
	return link.TotalRules(counts), nil
}

func pairRow(p link.Pair) params {
	return params{
		"source": p.Source.Key(), "sourceVariable": p.Source.Variable, "sourceClosed": p.SourceClosed,
		"target": p.Target.Key(), "targetVariable": p.Target.Variable, "targetClosed": p.TargetClosed,
	}
}
