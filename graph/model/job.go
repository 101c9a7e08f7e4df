package model

import (
	"time"

	"github.com/causeway-memory/causeway/internal/jobs"
)

// Job is a job as the schema shows it.
type Job struct {
	jobs.Job
}

// IsNode marks a type that has a global id.
func (Job) IsNode() {}

// ID returns the global id.
func (j Job) ID() string {
	return GlobalID{Type: TypeJob, Project: j.Project, Key: j.Key}.String()
}

// FinishedAt returns nil while the job runs.
func (j Job) FinishedAt() *time.Time {
	if j.Job.FinishedAt.IsZero() {
		return nil
	}
	return &j.Job.FinishedAt
}

// Error returns nil unless the job failed or was interrupted.
func (j Job) Error() *jobs.Failure { return j.Failure }
