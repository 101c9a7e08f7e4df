package episodic

import (
	"time"
)

// IndexRecipe changes whenever Analyse, Chunks or what filters ask of a chunk changes. What
// was indexed by another recipe is indexed anew, in the next generation.
const IndexRecipe = 2

// IndexGeneration is one generation of the index of one project. Every generation holds the chunks of
// the whole project and is read or written on its own.
type IndexGeneration struct {
	Project string
	// Generation counts from 1.
	Generation int
}

// Generation says how the chunks of one generation of an index were made. Vectors of two
// fingerprints are never compared.
type Generation struct {
	// Number counts from 1; 0 stands for no generation.
	Number int `json:"number"`
	// Recipe is the [IndexRecipe] that cut and analysed the chunks.
	Recipe int `json:"recipe"`
	// Provider, Model and Dimension say what made the vectors; empty when there are none.
	Provider  string `json:"provider,omitempty"`
	Model     string `json:"model,omitempty"`
	Dimension int    `json:"dimension,omitempty"`
	// Fingerprint names the model exactly; empty when the generation has no vectors.
	Fingerprint string `json:"fingerprint,omitempty"`
	// Chunks is how many chunks the project had when the model was made.
	Chunks int `json:"chunks,omitempty"`
}

// IndexState says which generations a project has. It is kept in the graph, so that all
// processes read and write the same ones.
type IndexState struct {
	// Active is the generation that is searched.
	Active Generation `json:"active"`
	// Building is the generation that is being built; its Number is 0 when none is. Writes
	// go to both.
	Building Generation `json:"building,omitzero"`
	// Last is the greatest number that was ever given to a build; 0 before the first.
	Last int `json:"last,omitempty"`
	// BuiltTo is the cursor of the last episode that was built, Built how many were.
	BuiltTo string `json:"builtTo,omitempty"`
	Built   int    `json:"built,omitempty"`
	// ChangedAt is when the state last changed: a build that has not advanced for a while was
	// cut off. It is zero when a build stopped by itself.
	ChangedAt time.Time `json:"changedAt,omitzero"`
	// Version counts the changes.
	Version int `json:"version"`
}

// FirstIndexState is the state of a new project.
func FirstIndexState() IndexState {
	return IndexState{Active: Generation{Number: 1, Recipe: IndexRecipe}}
}

// OldIndexState is the state of a project that was recorded before states were kept.
func OldIndexState() IndexState { return IndexState{Active: Generation{Number: 1, Recipe: 1}} }

// ModelData is a model as it is kept in the graph, so that every process has the same.
type ModelData struct {
	Fingerprint string
	Provider    string
	Model       string
	Dimension   int
	// Bytes are the provider's own: the table of a learned model, the canaries of an endpoint.
	Bytes []byte
}
