package storetest

// NewModel returns the model as a set.
func NewModel() Set { return Set{Graph: newModel(), Index: newModelIndex()} }
