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
