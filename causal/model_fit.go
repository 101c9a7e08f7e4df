package causal

// modelFits are the mechanisms that were learned from a model.
type modelFits struct{}

func newModelFits() *modelFits { return &modelFits{} }
