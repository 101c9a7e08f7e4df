package cypher

import _ "embed" // the statements are files

// CreateHistory answers: one node for each step of the schema that ran.
//
//go:embed migration/create_history.cypher
var CreateHistory Statement

// CreateLock answers: one node that instances which bring the schema up to date lock.
//
//go:embed migration/create_lock.cypher
var CreateLock Statement

// LockSchema makes other instances wait until this transaction ends.
//
//go:embed migration/lock_schema.cypher
var LockSchema Statement

// ListSteps answers: the steps of the schema that were begun, in order.
//
//go:embed migration/list_steps.cypher
var ListSteps Statement

// FindNewer answers: the last step of the schema that was begun after one, if any was.
//
//go:embed migration/find_newer.cypher
var FindNewer Statement

// BeginStep notes that a step of the schema begins.
//
//go:embed migration/begin_step.cypher
var BeginStep Statement

// FinishStep notes that a step of the schema is done.
//
//go:embed migration/finish_step.cypher
var FinishStep Statement

// AwaitIndexes returns when every index can be used, or fails after the seconds given.
//
//go:embed migration/await_indexes.cypher
var AwaitIndexes Statement

// ListBadIndexes answers: the indexes that cannot be used.
//
//go:embed migration/list_bad_indexes.cypher
var ListBadIndexes Statement
