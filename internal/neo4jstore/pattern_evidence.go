package neo4jstore

import (
	"context"
	"fmt"

	"github.com/causeway-memory/causeway/cypher"
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
)

// ListPatternEvidence implements [patterns.Store].
func (s *Store) ListPatternEvidence(ctx context.Context, q patterns.EvidenceQuery) ([]patterns.Evidence, error) {
	p := patternEvidenceParams(q)
	p["after"], p["limit"] = q.Page.After, q.Page.Limit
	out, err := read(ctx, s, cypher.ListPatternEvidence, p, (*row).patternEvidence)
	if err != nil {
		return nil, fmt.Errorf("list the evidence of pattern %q: %w", q.Pattern, err)
	}
	return out, nil
}

// CountPatternEvidence implements [patterns.Store].
func (s *Store) CountPatternEvidence(ctx context.Context, q patterns.EvidenceQuery) (int, error) {
	n, err := s.count(ctx, cypher.CountPatternEvidence, patternEvidenceParams(q))
	if err != nil {
		return 0, fmt.Errorf("count the evidence of pattern %q: %w", q.Pattern, err)
	}
	return n, nil
}

// ScanApplications implements [patterns.Store].
func (s *Store) ScanApplications(ctx context.Context, project string, each func(patterns.Evidence) error) error {
	found, err := read(ctx, s, cypher.ListPatternApplications, params{"project": project}, (*row).patternEvidence)
	for i := 0; err == nil && i < len(found); i++ {
		err = each(found[i])
	}
	if err != nil {
		return fmt.Errorf("scan the applications of patterns in project %q: %w", project, err)
	}
	return nil
}

// patternEvidenceParams are the parameters of every statement over the evidence of a pattern; what does
// not narrow is null.
func patternEvidenceParams(q patterns.EvidenceQuery) params {
	var types []string
	for _, v := range q.Verdicts {
		types = append(types, drawnAs(v))
	}
	return params{
		"project": q.Project, "pattern": q.Pattern, "types": listOrNull(types),
		"since": timeOrNull(q.Since), "until": timeOrNull(q.Until), "counted": q.Counted,
	}
}

// The types of the relationships that evidence is drawn as.
const (
	supportedBy    = "SUPPORTED_BY"
	contradictedBy = "CONTRADICTED_BY"
	unclearIn      = "UNCLEAR_IN"
)

// drawnAs returns the type of the relationship to an episode of that verdict.
func drawnAs(v patterns.Verdict) string {
	switch v {
	case patterns.VerdictSupports:
		return supportedBy
	case patterns.VerdictContradicts:
		return contradictedBy
	default:
		return unclearIn
	}
}

// verdict reads the type of a relationship to an episode.
func (r *row) verdict(name string) patterns.Verdict {
	switch r.text(name) {
	case supportedBy:
		return patterns.VerdictSupports
	case contradictedBy:
		return patterns.VerdictContradicts
	default:
		return patterns.VerdictUnknown
	}
}

// patternEvidence reads the columns of one episode as evidence of a pattern.
func (r *row) patternEvidence() patterns.Evidence {
	out := patterns.Evidence{
		Pattern: r.text("pattern"), Episode: r.text("episode"), Verdict: r.verdict("verdict"),
		Seen: r.maybeTime("seen"), Observed: r.flag("observed"), Counted: r.flag("counted"),
	}
	if r.flag("applied") {
		out.Applied = &patterns.Application{
			Outcome: episodic.Outcome(r.maybeText("outcome")), Note: r.maybeText("note"),
			TimeSaved: r.maybeNumber("timeSaved"), CostSaved: r.maybeNumber("costSaved"), At: r.maybeTime("appliedAt"),
		}
	}
	return out
}

// evidenceRow is evidence as it is drawn.
func evidenceRow(e patterns.Evidence) params {
	properties := params{
		"seen": timeOrNull(e.Seen), "observed": e.Observed, "counted": e.Counted, "applied": e.Applied != nil, "caption": "seen",
	}
	if a := e.Applied; a != nil {
		properties["outcome"], properties["note"] = orNull(string(a.Outcome)), orNull(a.Note)
		properties["timeSaved"], properties["costSaved"] = valueOrNull(a.TimeSaved), valueOrNull(a.CostSaved)
		properties["appliedAt"], properties["caption"] = timeOrNull(a.At), "applied"
	}
	return params{"pattern": e.Pattern, "episode": e.Episode, "verdict": drawnAs(e.Verdict), "properties": properties}
}
