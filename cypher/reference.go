package cypher

import _ "embed" // the statements are files

// ListReferences answers: a page of references by kind and key, with how many episodes mention each.
//
//go:embed episodic/list_references.cypher
var ListReferences Statement

// GetReferences answers: some references, with how many episodes mention each.
//
//go:embed episodic/get_references.cypher
var GetReferences Statement

// ListMentionsOf answers: the first who mention some references, by the mentioning id or key; of several spellings the longest.
//
//go:embed episodic/list_mentions_of.cypher
var ListMentionsOf Statement

// ListMentions answers: a page of who mentions a reference, by the mentioning id or key; of several spellings the longest.
//
//go:embed episodic/list_mentions.cypher
var ListMentions Statement

// ListMentionsBy answers: what the heads of some episodes and some occurrences mention.
//
//go:embed episodic/list_mentions_by.cypher
var ListMentionsBy Statement

// ListMentioned answers: the references that some episodes and their occurrences mention.
//
//go:embed episodic/list_mentioned.cypher
var ListMentioned Statement

// RemoveUnmentioned removes those of some references that nothing mentions any more.
//
//go:embed episodic/remove_unmentioned.cypher
var RemoveUnmentioned Statement
