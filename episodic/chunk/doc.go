// Package chunk cuts an episode into the texts that search finds: its head, its decisions, runs of
// its events.
//
// Chunks is a pure function; nothing of an episode is lost between chunks. It imports episodic,
// intake and lexis. The index chapter and the stores' fallback call it.
package chunk
