// Package public reads sets of conversations and questions of the field from a folder, so that recall can be measured on
// them: LoCoMo, BEAM, and any JSON Lines of documents and questions. The sets are not part of the repository; who has them
// puts them into a folder, under their own licenses.
//
// A session becomes an episode and each of its turns an event with its speaker, as docs/recall.md says. [BM25] is the plain
// baseline over the same turns, and [Interval] says how sure a mean is.
package public
