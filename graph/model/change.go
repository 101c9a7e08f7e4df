package model

import (
	"time"

	"github.com/causeway-memory/causeway/causal/change"
	"github.com/causeway-memory/causeway/causal/model"
)

// RateChange says why a share changed as the schema shows it.
type RateChange struct {
	Answer  change.Answer
	Project string
}

// Status says what became of the question.
func (c RateChange) Status() model.Status { return c.Answer.Status }

// BeforeTold counts the episodes of the first period that tell the target.
func (c RateChange) BeforeTold() int { return c.Answer.BeforeTold }

// AfterTold counts those of the second period.
func (c RateChange) AfterTold() int { return c.Answer.AfterTold }

// Unexplained is what the mechanisms do not reproduce.
func (c RateChange) Unexplained() float64 { return c.Answer.Unexplained }

// Exact says whether all orders of the mechanisms count.
func (c RateChange) Exact() bool { return c.Answer.Exact }

// Reason returns nil when the status is OK.
func (c RateChange) Reason() *string { return optional(c.Answer.Reason) }

// Derivation says what it was computed from.
func (c RateChange) Derivation() Derivation { return Derivation{c.Answer.Derivation, c.Project} }

// Target returns nil when its name was not understood.
func (c RateChange) Target() *FactorName { return named(c.Answer.Target) }

// Before is the share in the first period.
func (c RateChange) Before() Estimate { return *someInterval(&c.Answer.Before) }

// After is the share in the second period.
func (c RateChange) After() Estimate { return *someInterval(&c.Answer.After) }

// Change is their difference.
func (c RateChange) Change() Estimate { return *someInterval(&c.Answer.Change) }

// Parts are what the mechanisms carry.
func (c RateChange) Parts() []RateChangePart {
	out := make([]RateChangePart, len(c.Answer.Parts))
	for i, p := range c.Answer.Parts {
		out[i] = RateChangePart{p, c.Project}
	}
	return out
}

// RateChangePart is what one mechanism carries.
type RateChangePart struct {
	part    change.Share
	project string
}

// Variable is what it brings about.
func (p RateChangePart) Variable() string { return p.part.Variable }

// Given names what it depends on.
func (p RateChangePart) Given() []string { return listed(p.part.Given) }

// Share is its part, with the interval.
func (p RateChangePart) Share() Estimate { return *someInterval(&p.part.Part.Share) }

// BeforeCounted counts the episodes of the first period behind it.
func (p RateChangePart) BeforeCounted() int { return p.part.Before }

// AfterCounted counts those of the second period.
func (p RateChangePart) AfterCounted() int { return p.part.After }

// Links are those of the mechanism.
func (p RateChangePart) Links() []FactorLink {
	return NewFactorLinks(p.project, p.part.Links, time.Time{})
}

// Sure says whether the interval excludes 0.
func (p RateChangePart) Sure() bool { return p.part.Sure }

// Text says it in words.
func (p RateChangePart) Text() string { return p.part.Text }
