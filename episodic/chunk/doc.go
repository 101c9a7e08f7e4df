// Package chunk splits an episode into the passages that search finds: its head, its decisions and
// groups of its events.
//
// Chunks is a pure function, and every word of an episode is in some chunk. The package imports
// episodic, intake and lexis. The index package and the stores' fallback call it.
package chunk
