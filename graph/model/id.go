package model

import (
	"strings"

	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/internal/problem"
)

// The types that a global id can name.
const (
	TypeProject    = "Project"
	TypeEpisode    = "Episode"
	TypeOccurrence = "Occurrence"
	TypeReference  = "Reference"
	TypeJob        = "Job"
	TypeFactor     = "Factor"
	TypeFactorLink = "FactorLink"
	TypePattern    = "Pattern"
)

// GlobalID is a global id taken apart.
type GlobalID struct {
	// Type is one of the Type constants.
	Type    string
	Project string
	// Key is the key inside the project; empty for a project itself.
	Key string
}

// String returns the form that ParseGlobalID reads, like "Episode:demo/retry-storm".
func (g GlobalID) String() string {
	if g.Type == TypeProject {
		return g.Type + ":" + g.Project
	}
	return g.Type + ":" + g.Project + "/" + g.Key
}

// ParseGlobalID takes a global id apart. It returns an [problem.InvalidError] when it
// names no type that has one.
func ParseGlobalID(id string) (GlobalID, error) {
	typ, rest, _ := strings.Cut(id, ":")
	project, key, hasKey := strings.Cut(rest, "/")
	g := GlobalID{Type: typ, Project: project, Key: key}
	switch typ {
	case TypeProject:
		if project != "" && !hasKey {
			return g, nil
		}
	case TypeEpisode, TypeOccurrence, TypeReference, TypeJob, TypeFactor, TypeFactorLink, TypePattern:
		if project != "" && key != "" {
			return g, nil
		}
	}
	return GlobalID{}, problem.Refuse("id", "%q is no global id; they look like Episode:demo/retry-storm", id)
}

// ParseJobID takes the global id of a job apart. It returns an [problem.InvalidError] for
// any other.
func ParseJobID(id string) (GlobalID, error) {
	g, err := ParseGlobalID(id)
	if err == nil && g.Type != TypeJob {
		err = problem.Refuse("id", "%q is no global id of a job; they look like Job:demo/0197b2c4-8a5e-7c31-9f0e-2b6d1a4c7e55", id)
	}
	return g, err
}

// PatternKey reads the name of a pattern of a project: its key, its name or its global id. It returns
// an [problem.InvalidError] at path for the global id of another project's pattern.
func PatternKey(path, project, name string) (string, error) {
	g, err := ParseGlobalID(name)
	switch {
	case err != nil || g.Type != TypePattern:
		return name, nil
	case g.Project != project:
		return "", problem.Refuse(path, "%q is a pattern of another project; nothing crosses a project", name)
	}
	return g.Key, nil
}

// FactorKey reads the name of a factor of a project: its key, or its global id. It returns an
// [problem.InvalidError] at path for the global id of something else, or of another project.
func FactorKey(path, project, name string) (string, error) {
	if !strings.Contains(name, ":") {
		return name, nil
	}
	g, err := ParseGlobalID(name)
	switch {
	case err != nil || g.Type != TypeFactor:
		return "", problem.Refuse(path, "%q is no factor; name it by its key, or by its global id like Factor:demo/53a10e44be7dd7a2", name)
	case g.Project != project:
		return "", problem.Refuse(path, "%q is a factor of another project; nothing crosses a project", name)
	}
	return g.Key, nil
}

// ReferenceOf reads the key of the global id of a reference: its kind, a slash, its key.
func (g GlobalID) ReferenceOf() (episodic.Reference, error) {
	kind, key, ok := strings.Cut(g.Key, "/")
	ref := episodic.Reference{Kind: episodic.ReferenceKind(strings.ToLower(kind)), Key: key}
	switch ref.Kind {
	case episodic.ReferenceCommit, episodic.ReferencePullRequest, episodic.ReferenceIssue, episodic.ReferenceFile:
		if ok && key != "" {
			return ref, nil
		}
	}
	return episodic.Reference{}, problem.Refuse("id", "%q is no global id of a reference; they look like Reference:demo/COMMIT/1a2b3c4", g)
}

// optional returns nil for the empty string, which stands for unknown in the domain.
func optional(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
