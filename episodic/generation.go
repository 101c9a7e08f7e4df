package episodic

import (
	"time"
)

// IndexRecipe changes whenever Analyze, Chunks, the filter attributes of a chunk or what its vector is made of change. Content
// indexed with another recipe is reindexed in the next generation.
const IndexRecipe = 4

// IndexGeneration identifies one generation of a project's index. Every generation holds the chunks
// of the whole project and is read and written independently.
type IndexGeneration struct {
	Project string
	// Generation counts from 1.
	Generation int
}

// Generation says how the chunks of one generation of an index were made. Vectors with different
// fingerprints are never compared.
type Generation struct {
	// Number counts from 1; 0 means no generation.
	Number int `json:"number"`
	// Recipe is the [IndexRecipe] that cut and analyzed the chunks.
	Recipe int `json:"recipe"`
	// Provider, Model and Dimension describe the embedding model; empty if there are no vectors.
	Provider  string `json:"provider,omitempty"`
	Model     string `json:"model,omitempty"`
	Dimension int    `json:"dimension,omitempty"`
	// Fingerprint identifies the model exactly; empty if the generation has no vectors.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Chunks is the number of chunks in the project when the model was made.
	Chunks int `json:"chunks,omitempty"`
}

// IndexState says which generations a project has. It is stored in the graph, so that all processes
// read and write the same generations.
type IndexState struct {
	// Active is the generation that searches read.
	Active Generation `json:"active"`
	// Building is the generation under construction; its Number is 0 if there is none. Writes go to
	// both generations.
	Building Generation `json:"building,omitzero"`
	// Last is the highest number ever assigned to a build; 0 before the first.
	Last int `json:"last,omitempty"`
	// BuiltTo is the cursor of the last episode built, Built the number of episodes built.
	BuiltTo string `json:"builtTo,omitempty"`
	Built   int    `json:"built,omitempty"`
	// ChangedAt is when the state last changed: a build that has made no progress for a while was
	// interrupted. It is zero if a build stopped on its own.
	ChangedAt time.Time `json:"changedAt,omitzero"`
	// Version counts the changes.
	Version int `json:"version"`
}

// Live returns the generations that writes go to: the active one and the one under construction, if any.
func (s IndexState) Live() []Generation {
	if s.Building.Number == 0 {
		return []Generation{s.Active}
	}
	return []Generation{s.Active, s.Building}
}

// Fingerprints returns the models of the live generations.
func (s IndexState) Fingerprints() []string {
	out := []string{}
	for _, g := range s.Live() {
		if g.Fingerprint != "" {
			out = append(out, g.Fingerprint)
		}
	}
	return out
}

// FirstIndexState is the state of a new project.
func FirstIndexState() IndexState {
	return IndexState{Active: Generation{Number: 1, Recipe: IndexRecipe}}
}

// OldIndexState is the state of a project recorded by a version that kept no index state.
func OldIndexState() IndexState { return IndexState{Active: Generation{Number: 1, Recipe: 1}} }

// ModelData is a model as stored in the graph, shared by every process.
type ModelData struct {
	Fingerprint string
	Provider    string
	Model       string
	Dimension   int
	// Bytes are opaque to the store: the table of a learned model, the canaries of an endpoint.
	Bytes []byte
}
