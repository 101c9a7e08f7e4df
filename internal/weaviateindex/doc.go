// Package weaviateindex finds chunks by words and by vectors in Weaviate: it implements
// [episodic.Index].
//
// Its one invariant: the next Search and Nearest find an episode that PutEpisodes does not report as
// failed, completely and only in its new revision. The domain analyzes the words; Weaviate splits them
// at spaces, does not stem, and ranks with BM25 over two properties, own and around (the chunk itself
// and its neighbors), with own counting double.
//
// All projects share one collection. Each generation of a project's index is a separate tenant, named
// after both, so no query can reach another project, and one generation can be built while another is
// read. Vectors are named (chunk, and task, outcome and full for heads), are written with the object,
// and have one length within a tenant.
//
// A search by vector filters for the chunks that have such a vector: with a filter that leaves fewer
// than 40,000 chunks the server compares all of them, which is exact. Beyond that it walks its graph,
// which misses some where many vectors are equal.
//
// Weaviate must run with USE_BLOCKMAX_WAND=false, or [Options].AtLeast must be 500: before version
// 1.39.4 its default search misses matches that are not on disk yet. The app package makes the one
// [Index] of a process.
package weaviateindex
