package cypher

import _ "embed" // the statements are files

// SearchText answers: heads, decisions and events by their words, best first.
//
//go:embed episodic/search_text.cypher
var SearchText Statement
