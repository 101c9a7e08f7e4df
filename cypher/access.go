package cypher

import _ "embed" // the statements are files

// RecordAccess adds reads to the access counts of present episodes.
//
//go:embed episodic/record_access.cypher
var RecordAccess Statement

// GetAccess answers: the access counts of some episodes.
//
//go:embed episodic/get_access.cypher
var GetAccess Statement

// GetTraits answers: what ranks some present episodes, without their content.
//
//go:embed episodic/get_traits.cypher
var GetTraits Statement
