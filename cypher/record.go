package cypher

import _ "embed" // the statements are files

// FindHeads answers: what is known of some episode ids, present or deleted; unknown ids have no row.
//
//go:embed episodic/find_heads.cypher
var FindHeads Statement

// RecordEpisodes writes episodes that are new, have new content, or come back, and draws what follows from their content.
//
//go:embed episodic/record_episodes.cypher
var RecordEpisodes Statement
