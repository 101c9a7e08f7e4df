package cypher

import _ "embed" // the statements are files

// ListBacklog answers: episodes whose place in the search index is behind, longest waiting first.
//
//go:embed episodic/list_backlog.cypher
var ListBacklog Statement

// CountBacklog answers: how many episodes the search index is behind with.
//
//go:embed episodic/count_backlog.cypher
var CountBacklog Statement

// MarkIndexed notes which revisions the search index holds, unless the episode has moved on.
//
//go:embed episodic/mark_indexed.cypher
var MarkIndexed Statement
