// Package weaviateindex finds episodes by words in Weaviate: it implements [episodic.Index].
//
// Its one invariant: an episode that PutEpisodes does not name as failed is found by the
// next Search, whole and in its new revision only. The domain analyses the words; Weaviate
// splits them at spaces, stems nothing, and ranks with BM25 over two properties, own and
// around (the chunk itself and its neighbours), own counting double.
//
// All projects share one collection, each in a tenant of its own that is named after the
// project and the generation of its index, so that no query can reach into another
// project. There is one generation for now; building the next one beside the active one
// is left to the work on vectors, as are the values of the named vectors task, outcome,
// full (for heads) and chunk, whose place is in the collection already.
//
// Weaviate has to run with USE_BLOCKMAX_WAND=false, or [Options].AtLeast has to be 500:
// before version 1.39.4 its default search loses matches that are not on disk yet.
// The app package makes the one [Index] of a process.
package weaviateindex
