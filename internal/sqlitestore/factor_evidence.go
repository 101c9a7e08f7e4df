package sqlitestore

import (
	"context"
	_ "embed"
	"fmt"

	"github.com/causeway-memory/causeway/causal/link"
)

var (
	//go:embed sql/causal/list_evidence.sql
	listEvidence statement
	//go:embed sql/causal/count_evidence.sql
	countEvidence statement
)

// ListEvidence implements [derive.Store].
func (s *Store) ListEvidence(ctx context.Context, q link.EvidenceQuery) ([]link.Evidence, error) {
	var out []link.Evidence
	err := s.viewLayer(ctx, q.Project, func(t *tx, l factorLayer) error {
		p, err := t.evidenceParams(l, q)
		if err != nil {
			return err
		}
		p["after"], p["limit"] = q.Page.After, q.Page.Limit
		return t.query(listEvidence, p, func(r *row) { out = append(out, r.evidence()) })
	})
	if err != nil {
		return nil, fmt.Errorf("list the evidence of link %s: %w", q.Link, err)
	}
	return out, nil
}

// CountEvidence implements [derive.Store].
func (s *Store) CountEvidence(ctx context.Context, q link.EvidenceQuery) (int, error) {
	n := 0
	err := s.viewLayer(ctx, q.Project, func(t *tx, l factorLayer) error {
		p, err := t.evidenceParams(l, q)
		if err != nil {
			return err
		}
		return t.query(countEvidence, p, func(r *row) { n = r.integer("count") })
	})
	if err != nil {
		return 0, fmt.Errorf("count the evidence of link %s: %w", q.Link, err)
	}
	return n, nil
}

func (t *tx) evidenceParams(l factorLayer, q link.EvidenceQuery) (params, error) {
	c := t.counter(l.number, q.Until)
	if err := c.findEnds([]link.Pair{q.Pair}); err != nil {
		return nil, err
	}
	var one int64
	err := t.query(findFactorLinks, params{"layer": l.number, "keys": []string{q.Link}}, func(r *row) { one = r.int64("number") })
	source, target := c.ends[q.Pair.Source], c.ends[q.Pair.Target]
	p := params{
		"layer": l.number, "link": one, "source": source.factor, "target": target.factor,
		"source_variable": source.variable, "target_variable": target.variable,
		"source_closed": q.Pair.SourceClosed, "target_closed": q.Pair.TargetClosed,
		"stated": q.Stated, "until": microsOrNull(q.Until), "with_source": false, "with_target": false, "neither": false,
	}
	cells := 0
	for _, cell := range q.Cells {
		switch cell {
		case link.Cell{Source: true, Target: true}:
			cells, p["with_source"] = cells|8, true
		case link.Cell{Source: true}:
			cells, p["with_source"] = cells|4, true
		case link.Cell{Target: true}:
			cells, p["with_target"] = cells|2, true
		default:
			cells, p["neither"] = cells|1, true
		}
	}
	p["cells"] = cells
	return p, err
}

// evidence reads the columns of an episode that speaks for or against a link.
func (r *row) evidence() link.Evidence {
	e := link.Evidence{Episode: r.text("episode"), Seen: r.micros("seen"), Compared: r.flag("compared")}
	if e.Compared {
		e.Cell = link.Cell{Source: r.flag("source"), Target: r.flag("target")}
	}
	if r.maybeOrder("basis") != nil {
		e.Basis = word(r, "basis", bases())
	}
	return e
}
