package cypher

import _ "embed" // the statements are files

// LockProject creates a project if it is new and makes other writers of it wait for this transaction, unless some episodes are as they should be; it returns what the project says of its factors, and the heads of these episodes.
//
//go:embed episodic/lock_project.cypher
var LockProject Statement

// LockPresentProject makes other writers of a project wait for this transaction; it returns what the project says of its factors, no row when there is no such project.
//
//go:embed episodic/lock_present_project.cypher
var LockPresentProject Statement

// GetProject answers: one project.
//
//go:embed episodic/get_project.cypher
var GetProject Statement

// ListProjects answers: every project by name.
//
//go:embed episodic/list_projects.cypher
var ListProjects Statement

// CountTotals answers: what the present episodes of some projects hold.
//
//go:embed episodic/count_totals.cypher
var CountTotals Statement

// CountPresent answers: how many present episodes some projects have.
//
//go:embed episodic/count_present.cypher
var CountPresent Statement

// ListRecordIDs answers: some of the episodes of a project, present or deleted, to be purged.
//
//go:embed episodic/list_record_ids.cypher
var ListRecordIDs Statement

// PurgeProject removes a project that holds no episode.
//
//go:embed episodic/purge_project.cypher
var PurgeProject Statement
