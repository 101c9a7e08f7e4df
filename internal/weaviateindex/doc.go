// Package weaviateindex finds chunks by words and by vectors in Weaviate: it implements [episodic.Index].
//
// Its one invariant: an episode that PutEpisodes does not name as failed is found by the
// next Search and Nearest, whole and in its new revision only. The domain analyses the words; Weaviate
// splits them at spaces, stems nothing, and ranks with BM25 over two properties, own and
// around (the chunk itself and its neighbours), own counting double.
//
// All projects share one collection. Each generation of the index of a project is a tenant of
// its own, named after both, so that no query can reach into another project and one can
// be built while another is read. Vectors are named (chunk, and task, outcome and full for
// heads), are written with the object, and are of one length within a tenant.
//
// A question by vector names the chunks that have such a vector as a filter: with a filter that
// leaves fewer than 40,000 chunks the server compares all of them, which is exact; beyond
// that it walks its graph, which misses some where many vectors are equal.
//
// Weaviate has to run with USE_BLOCKMAX_WAND=false, or [Options].AtLeast has to be 500:
// before version 1.39.4 its default search loses matches that are not on disk yet.
// The app package makes the one [Index] of a process.
package weaviateindex
