// Package embedding makes the models that turn text into vectors. A model is the table of word
// pieces that is part of the program, or is learned from the project's own chunks, or is used
// through an OpenAI-compatible endpoint; nothing is downloaded.
//
// Its one invariant is that every vector it returns is from the model that its fingerprint names:
// a table is read only if its bytes match the fingerprint, and every request to an endpoint
// carries a text whose vector is known. There are no fallback vectors: a text without one is
// found by its words.
//
// Package app makes the embedder with [New] and passes it to the episode services.
package embedding
