// Package journal keeps records on disk between the moment they are acknowledged and the moment both engines
// have them. It is what makes a capture fast and safe at once: an acknowledgement costs one fsync that all
// who wait share, and neither engine has to be up for it.
//
// Its one invariant: what [Journal.Append] acknowledged is on disk, once, in the order of its sequence, until it was
// applied, whatever ends the process or the power. Nothing is dropped to make room, and nothing is skipped without a word.
//
// A record is an id, a hash and a body; the journal looks into none of them. Its way:
//
//	Append → JOURNALED → MarkApplied → APPLIED → MarkIndexed → INDEXED (the body is gone) → Prune (so is the receipt)
//	             ↑ Retry                  ↓ SetAside
//	             └─────── FAILED ←────────┘
//
// # Appending
//
// A call is taken whole or refused whole. A record whose id and hash are there already is UNCHANGED: its receipt is the
// first one. Another hash under the same id is a [ConflictError]. A call with an idempotency key that was used before gets
// the receipts of the first call, if it brings the same ids and hashes, and else a [ConflictError]. So a caller who gives
// ids by itself must derive them from the key, or a repeated call would append everything again.
// When what waits reaches [Options.MaxRecords] or [Options.MaxBytes], a call is refused with an [ExhaustedError],
// which says when to come back.
//
// # Applying
//
// An applier asks for [Journal.Pending] records in the order of their sequences, writes them to an engine, and marks
// them. If it ends between the two it gets them again, so that writing one twice must change nothing. A record that an engine
// will never take is set aside ([Journal.SetAside]), so that the others go on; somebody looks at [Journal.Failures] and
// calls [Journal.Retry]. Between two looks it waits for [Journal.Changed]. A purge of a project removes its records
// ([Journal.Purge]); an applier that holds some of them already has to see by itself that the project is gone: purge the
// journal first, then the engines, and hold a lock of the project over both and over each round of applying.
//
// # The file
//
// It is a SQLite file in WAL mode with synchronous=FULL. One goroutine writes: it takes all calls that wait,
// runs each under a savepoint, commits once and answers all. Pages have checksums.
// After a failed fsync nothing is written until the file is opened again, because nobody knows what is on disk; opening
// writes the log that it finds once more, so that an answer UNCHANGED is as durable as any other. One process at a
// time holds the journal: it locks the file journal.db-commits.
//
// It imports what opens SQLite files (checksumvfs, sqlitefile), migration, and the errors of the domain. Package app opens it.
package journal
