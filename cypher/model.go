package cypher

import _ "embed" // the statements are files

// RecordModelPart adds one part of a model to a project.
//
//go:embed episodic/record_model_part.cypher
var RecordModelPart Statement

// GetModel answers: the parts of a model in order.
//
//go:embed episodic/get_model.cypher
var GetModel Statement

// RemoveModel removes all parts of a model.
//
//go:embed episodic/remove_model.cypher
var RemoveModel Statement

// DropModels removes the models of a project but those of some fingerprints.
//
//go:embed episodic/drop_models.cypher
var DropModels Statement
