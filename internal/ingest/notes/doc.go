// Package notes writes episodes and patterns as markdown notes, and reads such notes: the
// frontmatter and the sections of seed 003, with block ids and WikiLinks.
//
// Its one invariant: what [WriteEpisode] wrote, [Parse] reads with the same content hash, whatever
// the texts hold. What the sections have no place for is in the frontmatter. A text is escaped as
// CommonMark wants it, so that it is also shown as it was written.
//
// It imports domain packages and a YAML library, and reads no files. internal/ingest turns a parsed
// note into an episode with the rules of every importer; the command line writes the files.
package notes
