// Package recording writes episodes: it records, deletes, restores and purges them in the graph and
// then in the index, and supports dry runs.
//
// Acknowledged means durable: a receipt exists only after the graph's commit. It imports episodic,
// intake and index.
package recording
