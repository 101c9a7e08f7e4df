// Package embedding makes the models that turn text into vectors. A model is either learned
// from the project's own chunks, which needs nothing but the project, or it is one behind an
// OpenAI-compatible endpoint; nothing is shipped or downloaded.
//
// Its one invariant is that a vector is of the model that its fingerprint names, or is not
// returned: a table is read only when its bytes are those that the fingerprint was taken
// over, and every request to an endpoint carries a text whose vector is known. There is no
// other vector to fall back to: what has none is found by its words.
//
// Package app makes the embedder with [New] and hands it to the service of package episodic.
package embedding
