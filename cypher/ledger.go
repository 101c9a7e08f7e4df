package cypher

import _ "embed" // the statements are files

// AddEntry adds an entry to the ledger unless one of that id is there.
//
//go:embed ledger/add_entry.cypher
var AddEntry Statement

// PutEntry adds an entry that nobody holds to the ledger, or sets it anew.
//
//go:embed ledger/put_entry.cypher
var PutEntry Statement

// GetEntries answers: entries of the ledger by their keys.
//
//go:embed ledger/get_entries.cypher
var GetEntries Statement

// ListEntryProjects answers: the projects that entries of one kind are about, by name.
//
//go:embed ledger/list_entry_projects.cypher
var ListEntryProjects Statement

// ListEntries answers: a page of entries of the ledger, greatest keys first.
//
//go:embed ledger/list_entries.cypher
var ListEntries Statement

// ReplaceEntry sets an entry of the ledger anew if it is of the version before.
//
//go:embed ledger/replace_entry.cypher
var ReplaceEntry Statement

// RemoveEntry forgets an entry of the ledger if it is of a version.
//
//go:embed ledger/remove_entry.cypher
var RemoveEntry Statement

// LockHolders answers: who holds some entries of the ledger, which nobody takes over before the transaction ends.
//
//go:embed ledger/lock_holders.cypher
var LockHolders Statement

// SweepEntries forgets entries of the ledger that have expired.
//
//go:embed ledger/sweep_entries.cypher
var SweepEntries Statement

// PurgeEntries forgets entries of the ledger about a project, but those that outlive it.
//
//go:embed ledger/purge_entries.cypher
var PurgeEntries Statement
