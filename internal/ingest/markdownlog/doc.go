// Package markdownlog reads the log of a session that was written as markdown into the JSON form of session
// logs, which the importer reads: head, objective, decisions from headings, lists, tables and labels like
// "**Decision**:", entries of the work log, check lists, commits, lessons, status lines.
//
// Its one invariant: every line that is not blank is read, kept as it is written, or has no content of
// its own, like a heading or a rule; the account says how many are which. Headings and labels decide,
// nothing is guessed from prose, and a placeholder ("to be filled", "TBD") is no decision and no outcome.
//
// It imports the standard library and goldmark. The importer of session logs calls it.
package markdownlog
