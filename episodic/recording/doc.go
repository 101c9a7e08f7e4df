// Package recording writes episodes: records, deletes, restores and purges them, in the graph and
// then in the index, and rehearses a write without making it.
//
// Acknowledged means durable: a receipt exists only after the graph's commit. It imports episodic,
// intake and index.
package recording
