package cypher

import _ "embed" // the statements are files

// ListBacklog answers: episodes whose words in the search index are behind, longest due first.
//
//go:embed episodic/list_backlog.cypher
var ListBacklog Statement

// ListVectorBacklog answers: episodes that lack nothing but vectors in the search index, longest due first.
//
//go:embed episodic/list_vector_backlog.cypher
var ListVectorBacklog Statement

// CountBacklog answers: how many episodes the search index is behind with, how many of them it refused, and how many lack only vectors.
//
//go:embed episodic/count_backlog.cypher
var CountBacklog Statement

// MarkIndexed notes which revisions the search index holds, and when their vectors are due, unless the episode has moved on.
//
//go:embed episodic/mark_indexed.cypher
var MarkIndexed Statement

// MarkUnindexed notes that the search index holds nothing of an episode, which is due, unless it was deleted.
//
//go:embed episodic/mark_unindexed.cypher
var MarkUnindexed Statement

// PostponeIndexing notes that indexing failed once more and when it is due again, unless the episode has moved on.
//
//go:embed episodic/postpone_indexing.cypher
var PostponeIndexing Statement
