package model

import (
	"github.com/causeway-memory/causeway/episodic"
)

// Project is a project as the schema shows it.
type Project struct {
	episodic.ProjectInfo
}

// IsNode marks a type that has a global id.
func (Project) IsNode() {}

// ID returns the global id.
func (p Project) ID() string { return GlobalID{Type: TypeProject, Project: p.Name}.String() }
