package neo4jstore

import (
	"fmt"
	"strings"

	"github.com/causeway-memory/causeway/causal/contribution"
	"github.com/causeway-memory/causeway/causal/factor"
	"github.com/causeway-memory/causeway/causal/link"
	"github.com/causeway-memory/causeway/episodic"
)

// maybeInteger reads a whole number that may be null: then it is 0.
func (r *row) maybeInteger(name string) int { return int(column[int64](r, name, true)) }

// maybeInteger64 reads a whole number that may be null.
func (r *row) maybeInteger64(name string) *int64 {
	if value, found := r.columns(name); found && value == nil {
		return nil
	}
	n := column[int64](r, name, false)
	return &n
}

// factor reads the columns of a factor.
func (r *row) factor() factor.Factor {
	return factor.Factor{
		Identity: r.identity(),
		Outcomes: factor.OutcomeCounts{
			Success: r.integer("successes"), Partial: r.integer("partials"), Failure: r.integer("failures"), Unknown: r.integer("unknown"),
		},
		Kinds: factor.KindCounts{
			Decision: r.integer("decisions"), Event: r.integer("events"), Outcome: r.integer("outcomes"), Context: r.integer("contexts"),
		},
		Statements: r.integer("statements"), FirstSeen: r.maybeTime("firstSeen"), LastSeen: r.maybeTime("lastSeen"),
	}
}

// factorProperties are the properties of the node of a factor.
func factorProperties(f factor.Factor) params {
	return params{
		"variable": f.Variable, "state": f.State, "label": f.Label(), "labelLower": episodic.FoldCase(f.Label()),
		"kind": string(f.Kind()), "frequency": f.Frequency(),
		"successes": f.Outcomes.Success, "partials": f.Outcomes.Partial, "failures": f.Outcomes.Failure, "unknown": f.Outcomes.Unknown,
		"decisions": f.Kinds.Decision, "events": f.Kinds.Event, "outcomes": f.Kinds.Outcome, "contexts": f.Kinds.Context,
		"statements": f.Statements, "firstSeen": timeOrNull(f.FirstSeen), "lastSeen": timeOrNull(f.LastSeen),
	}
}

// factorLink reads the columns of a link between factors.
func (r *row) factorLink() link.FactorLink {
	return r.factorLinkBetween(r.nested("source").identity(), r.nested("target").identity())
}

// factorLinkBetween reads the columns of a link between factors but for its ends.
func (r *row) factorLinkBetween(source, target factor.Identity) link.FactorLink {
	l := r.countedLinkBetween(source, target)
	l.Measure = r.measure()
	return l
}

// countedLink reads the columns of a link between factors but for its measure.
func (r *row) countedLink() link.FactorLink {
	return r.countedLinkBetween(r.nested("source").identity(), r.nested("target").identity())
}

func (r *row) countedLinkBetween(source, target factor.Identity) link.FactorLink {
	return link.FactorLink{
		Key: r.text("key"), Source: source, Target: target,
		Relation: episodic.Relation(strings.ToLower(r.text("relation"))),
		Evidence: link.BasisCounts{
			Stated: r.integer("stated"), Extracted: r.integer("extracted"), Temporal: r.integer("temporal"), Measured: r.integer("measured"),
		},
		Statements: r.integer("statements"), StatedStrength: r.maybeNumber("statedStrength"),
		Pair:      r.pairCounts(),
		FirstSeen: r.maybeTime("firstSeen"), LastSeen: r.maybeTime("lastSeen"),
	}
}

// pairCounts reads the columns of the table of a pair.
func (r *row) pairCounts() link.PairCounts {
	return link.PairCounts{
		N11: r.integer("n11"), N10: r.integer("n10"), N01: r.integer("n01"), N00: r.integer("n00"),
		Forward: r.integer("forward"), Backward: r.integer("backward"),
	}
}

func (r *row) measure() link.Measure {
	return link.Measure{
		Strength: r.maybeNumber("strength"),
		DeltaP:   r.maybeNumber("deltaP"), DeltaLow: r.maybeNumber("deltaLow"), DeltaHigh: r.maybeNumber("deltaHigh"),
		Posterior: r.maybeNumber("posterior"), PosteriorLow: r.maybeNumber("posteriorLow"), PosteriorHigh: r.maybeNumber("posteriorHigh"),
		Confidence: r.maybeNumber("confidence"), Unmeasured: r.flag("unmeasured"), Unsupported: r.flag("unsupported"),
		AmbiguousDirection: r.flag("ambiguousDirection"), Suggested: episodic.Relation(r.maybeText("suggested")),
	}
}

// factorLinkProperties are the properties of the relationship: what queries compare, and what
// a reader of the graph wants to see.
func factorLinkProperties(l link.FactorLink) params {
	bases := texts(l.Bases())
	p := params{
		"label": string(l.Relation), "caption": linkCaption(l), "basis": nil, "bases": bases, "weight": valueOrNull(l.Weight()), "grade": int(l.Grade()),
		"evidenceCount": l.Evidence.Total(), "stated": l.Evidence.Stated, "extracted": l.Evidence.Extracted,
		"temporal": l.Evidence.Temporal, "measured": l.Evidence.Measured,
		"statements": l.Statements, "statedStrength": valueOrNull(l.StatedStrength),
		"jointCount": l.Pair.N11, "n11": l.Pair.N11, "n10": l.Pair.N10, "n01": l.Pair.N01, "n00": l.Pair.N00,
		"forward": l.Pair.Forward, "backward": l.Pair.Backward,
		"firstSeen": timeOrNull(l.FirstSeen), "lastSeen": timeOrNull(l.LastSeen),
		"strength": valueOrNull(l.Measure.Strength), "confidence": valueOrNull(l.Measure.Confidence),
		"deltaP": valueOrNull(l.Measure.DeltaP), "deltaLow": valueOrNull(l.Measure.DeltaLow), "deltaHigh": valueOrNull(l.Measure.DeltaHigh),
		"posterior": valueOrNull(l.Measure.Posterior), "posteriorLow": valueOrNull(l.Measure.PosteriorLow),
		"posteriorHigh": valueOrNull(l.Measure.PosteriorHigh),
		"unmeasured":    l.Measure.Unmeasured, "unsupported": l.Measure.Unsupported,
		"ambiguousDirection": l.Measure.AmbiguousDirection, "suggested": orNull(string(l.Measure.Suggested)),
	}
	if len(bases) > 0 {
		p["basis"] = bases[0]
	}
	return p
}

// linkCaption is what the Browser shows on a link beside its relation and its basis.
func linkCaption(l link.FactorLink) string {
	if weight := l.Weight(); weight != nil {
		return fmt.Sprintf("%.2f · %d episodes", *weight, l.Evidence.Total())
	}
	return fmt.Sprintf("%d episodes", l.Evidence.Total())
}

// factorStatement reads the columns of a statement.
func (r *row) factorStatement() contribution.PlacedStatement {
	s := contribution.PlacedStatement{
		Statement: link.Statement{
			Source:   factor.Identity{Variable: r.text("sourceVariable"), State: r.text("sourceState")},
			Target:   factor.Identity{Variable: r.text("targetVariable"), State: r.text("targetState")},
			Relation: episodic.Relation(r.text("relation")), Origin: r.text("origin"),
			Strength: r.maybeNumber("strength"), Confidence: r.maybeNumber("confidence"),
			Note: r.maybeText("note"), Episodes: r.maybeTexts("episodes"), At: r.time("at"),
		},
		SourceNow: factor.Identity{Variable: r.maybeText("sourceNowVariable"), State: r.maybeText("sourceNowState")},
		TargetNow: factor.Identity{Variable: r.maybeText("targetNowVariable"), State: r.maybeText("targetNowState")},
		Link:      r.maybeText("link"),
	}
	return s
}

// maybeTexts reads a list of texts that may be null.
func (r *row) maybeTexts(name string) []string {
	var out []string
	for _, item := range column[[]any](r, name, true) {
		text, ok := item.(string)
		if !ok {
			r.fail("column %q holds %T, not a text", name, item)
		}
		out = append(out, text)
	}
	return out
}

// statementProperties are the properties of the node of a statement.
func statementProperties(s contribution.PlacedStatement) params {
	return params{
		"label":          s.Source.Label() + " " + string(s.Relation) + " " + s.Target.Label(),
		"sourceVariable": s.Source.Variable, "sourceState": s.Source.State,
		"targetVariable": s.Target.Variable, "targetState": s.Target.State,
		"relation": string(s.Relation), "origin": s.Origin, "strength": valueOrNull(s.Strength),
		"confidence": valueOrNull(s.Confidence), "note": orNull(s.Note), "episodes": listOrNull(s.Episodes), "at": s.At.UTC(),
		"sourceNow": s.SourceNow.Key(), "sourceNowVariable": s.SourceNow.Variable, "sourceNowState": s.SourceNow.State,
		"targetNow": s.TargetNow.Key(), "targetNowVariable": s.TargetNow.Variable, "targetNowState": s.TargetNow.State,
		"link": orNull(s.Link),
	}
}
