// Package sqlitestore keeps episodes, their occurrences and the links between them in one
// SQLite file, for one machine and without a server.
//
// Its one invariant is that of every store: what is drawn (occurrences, links, mentions) is a
// function of the current content of the present episodes, whatever the order of writes,
// revisions, deletions and restorations that led there.
//
// The file is in WAL mode and every commit is on disk before it is acknowledged. A process
// has one connection that writes and some that read; each transaction of a reader sees one
// moment and waits for nobody. Several processes may use one file: their writers take turns.
//
// [Store] implements [episodic.Store] and [causal.Store]; package app opens it. Statements are
// the files of the folder sql, one to a file: they are constant and take values by parameter.
package sqlitestore
