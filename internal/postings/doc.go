// Package postings holds the words of chunks as an inverted index and ranks chunks by them: the
// encoding of its parts, their merging and BM25. It reads and writes nothing: whoever keeps the
// parts passes them in as bytes.
//
// The words of a few chunks are a block ([EncodeBlock]). Blocks are merged into a segment, and
// segments into larger ones ([Merge]): pages that list for each term the chunks it stands in
// ([Page]), and spans that say which chunks those are and how long ([Table]). Inside a segment a
// chunk is known by its ordinal, so that most postings take one byte.
//
// Its one invariant: scores are a function of the chunks that are there, whatever blocks and
// segments hold them, and whatever was there before. Bytes that are damaged give [ErrDamaged],
// and never a panic.
//
// It imports the standard library only. Package sqlitestore keeps the parts in its tables.
package postings
