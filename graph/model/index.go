package model

import (
	"github.com/causeway-memory/causeway/episodic"
	"github.com/causeway-memory/causeway/episodic/index"
)

// ProjectIndex is how the index of a project stands as the schema shows it.
type ProjectIndex struct {
	Info index.Info
}

// Active returns the generation that is searched.
func (x ProjectIndex) Active() IndexGeneration { return IndexGeneration{x.Info.Active} }

// Building returns nil when no generation is being built.
func (x ProjectIndex) Building() *IndexGeneration {
	if x.Info.Building.Number == 0 {
		return nil
	}
	return &IndexGeneration{x.Info.Building}
}

// Built returns how many episodes the generation holds that is being built.
func (x ProjectIndex) Built() int { return x.Info.Built }

// Total returns how many it will hold.
func (x ProjectIndex) Total() int { return x.Info.Episodes }

// Chunks returns how many chunks the active generation holds.
func (x ProjectIndex) Chunks() int { return x.Info.Count.Chunks }

// Embedded returns how many of them have a vector.
func (x ProjectIndex) Embedded() int { return x.Info.Count.Embedded }

// IndexGeneration is a generation as the schema shows it.
type IndexGeneration struct {
	episodic.Generation
}

// Provider returns nil when there are no vectors.
func (g IndexGeneration) Provider() *string { return optional(g.Generation.Provider) }

// Model returns nil when there are no vectors.
func (g IndexGeneration) Model() *string { return optional(g.Generation.Model) }

// Fingerprint returns nil when there are no vectors.
func (g IndexGeneration) Fingerprint() *string { return optional(g.Generation.Fingerprint) }

// Dimension returns nil when there are no vectors.
func (g IndexGeneration) Dimension() *int {
	if g.Generation.Dimension == 0 {
		return nil
	}
	return &g.Generation.Dimension
}
