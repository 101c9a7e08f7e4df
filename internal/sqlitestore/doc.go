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
// On start the tables and their indexes are checked with PRAGMA quick_check, one after the
// other: .5 s for 20,000 episodes of 10 events with their index (360 MB), where
// integrity_check takes 1.9 s. In a file from before step 102, quick_check of the whole file would
// take 14 s, because it reads all words of FTS5 again.
//
// Paths and traces are searched breadth first, by number: one statement for a level reads
// where the links of its occurrences lead from an index alone. Parts of labels are looked for
// in every label of the project (.1 s for 20,000 episodes); an index of trigrams would take
// more room than the labels.
//
// The factor layer of a project is derived in the transaction of every write. Its rows hang on
// a row of factor_layer: what replaces the layer takes its place at once, and the old rows are
// removed afterwards, some in each transaction. A page of links at one factor is read in the
// order of an index, so that a factor with very many links costs no sorting.
//
// The index has words and vectors for each generation of a project, in tables of all of them: a
// statement is the same for every project, so that thousands of them cost each other nothing. Words
// are an inverted index, as package postings encodes it; nothing of it stays in memory. Vectors are
// compared exactly, in memory, which holds those that were searched lately: 512 MiB
// at most, or those of one generation, and none for longer than ten minutes without a search.
//
// Patterns follow what episodes tell in the same transaction. A project without patterns pays for
// that with one look into an index, in the statement that finds its layer.
//
// [Store] implements [episodic.Store], [trace.Store], [derive.Store] and [patterns.Store]; package app opens it. Statements are
// the files of the folder sql, one to a file: they are constant and take values by parameter.
package sqlitestore
