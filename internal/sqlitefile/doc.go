// Package sqlitefile has what every SQLite file of causeway needs, whatever is in it: a pool of connections,
// a guard over the open files, and words for what a drive or a file system refuses.
//
// Its one invariant: nothing is acknowledged that the next start would not find. A file that was removed,
// renamed or replaced while it is open takes no more writes, nor does one whose drive has once failed to keep
// a commit.
//
// The package imports nothing of causeway. sqlitestore and journal call it.
package sqlitefile
