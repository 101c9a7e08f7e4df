package cypher

import _ "embed" // the statements are files

// ListRecords answers: what is known of every episode of a project, present or deleted, without contents, by id.
//
//go:embed episodic/list_records.cypher
var ListRecords Statement

// ListContents answers: the contents of some revisions.
//
//go:embed episodic/list_contents.cypher
var ListContents Statement

// FindHistories answers: what is held of some episode ids, present or deleted, without contents; unknown ids have no row.
//
//go:embed episodic/find_histories.cypher
var FindHistories Statement

// RecordDeletions takes episodes out of every read as of given times; their revisions stay.
//
//go:embed episodic/record_deletions.cypher
var RecordDeletions Statement

// ReplaceAccess makes the access counts of some episodes, present or deleted, what they are elsewhere.
//
//go:embed episodic/replace_access.cypher
var ReplaceAccess Statement
