package cypher

import _ "embed" // the statements are files

// ListPatternChanges answers: a page of the history of a pattern, latest first.
//
//go:embed patterns/list_pattern_changes.cypher
var ListPatternChanges Statement

// CountPatternChanges answers: how many changes a pattern had.
//
//go:embed patterns/count_pattern_changes.cypher
var CountPatternChanges Statement

// FindLastPatternChanges answers: the number of the last change of some patterns.
//
//go:embed patterns/find_last_pattern_changes.cypher
var FindLastPatternChanges Statement

// RecordPatternChanges adds to the histories of patterns.
//
//go:embed patterns/record_pattern_changes.cypher
var RecordPatternChanges Statement
