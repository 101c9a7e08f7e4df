package cypher

import _ "embed" // the statements are files

// ListBacklog answers: episodes whose place in the search index is behind, longest waiting first.
//
//go:embed episodic/list_backlog.cypher
var ListBacklog Statement

// CountBacklog answers: how many episodes the search index is behind with, and how many of them it refused.
//
//go:embed episodic/count_backlog.cypher
var CountBacklog Statement

// MarkIndexed notes which revisions the search index holds, unless the episode has moved on.
//
//go:embed episodic/mark_indexed.cypher
var MarkIndexed Statement

// PostponeIndexing notes that indexing failed once more and when it is due again, unless the episode has moved on.
//
//go:embed episodic/postpone_indexing.cypher
var PostponeIndexing Statement
