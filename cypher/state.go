package cypher

import _ "embed" // the statements are files

// GetIndexState answers: the generations of a project's index, as JSON.
//
//go:embed episodic/get_index_state.cypher
var GetIndexState Statement

// ListIndexStates answers: the generations of the index of every project, as JSON, by name.
//
//go:embed episodic/list_index_states.cypher
var ListIndexStates Statement

// SetIndexState replaces the generations of a project's index if they are those of the version before.
//
//go:embed episodic/set_index_state.cypher
var SetIndexState Statement
