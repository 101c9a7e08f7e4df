package model

import (
	"time"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/patterns"
	"github.com/causeway-memory/causeway/patterns/validation"
)

// PatternEvidence is one episode as a trial of a pattern.
type PatternEvidence struct {
	Trial   patterns.Evidence
	Project string
}

// Seen returns nil when the episode does not tell.
func (e PatternEvidence) Seen() *time.Time { return known(e.Trial.Seen) }

// Observed reports whether the factors of the episode show it.
func (e PatternEvidence) Observed() bool { return e.Trial.Observed }

// Application returns nil when nobody recorded one.
func (e PatternEvidence) Application() *PatternApplication {
	if e.Trial.Applied == nil {
		return nil
	}
	return &PatternApplication{*e.Trial.Applied}
}

// Verdict returns what it says of the pattern.
func (e PatternEvidence) Verdict() patterns.Verdict { return e.Trial.Verdict }

// Counted reports whether it is in the counts.
func (e PatternEvidence) Counted() bool { return e.Trial.Counted }

// PatternApplication is what somebody recorded.
type PatternApplication struct{ patterns.Application }

// Outcome returns nil where it is taken from the episode.
func (a PatternApplication) Outcome() *episodic.Outcome {
	if a.Application.Outcome == "" {
		return nil
	}
	return &a.Application.Outcome
}

// Note returns nil when there is none.
func (a PatternApplication) Note() *string { return optional(a.Application.Note) }

// RecordedAt returns when it was recorded.
func (a PatternApplication) RecordedAt() time.Time { return a.At }

// PatternEvidenceConnection is a page of trials.
type PatternEvidenceConnection struct {
	Connection[PatternEvidenceEdge]
}

// Nodes returns the items alone.
func (c PatternEvidenceConnection) Nodes() []PatternEvidence { return nodes(c.Edges) }

// PatternEvidenceEdge is one trial of a page.
type PatternEvidenceEdge struct{ Edge[PatternEvidence] }

// PatternRatePoint is the trials of a pattern in one period.
type PatternRatePoint struct{ validation.RatePoint }

// Rate returns nil without a trial.
func (p PatternRatePoint) Rate() *Estimate { return share(p.RatePoint.Rate()) }

// SoFar returns nil without a trial.
func (p PatternRatePoint) SoFar() *Estimate { return share(p.RatePoint.SoFar()) }

// PatternRates say how the rate of a pattern went.
type PatternRates struct{ validation.Rates }

// Points returns the periods in order of time.
func (r PatternRates) Points() []PatternRatePoint {
	return each(r.Rates.Points, func(p validation.RatePoint) PatternRatePoint { return PatternRatePoint{p} })
}
