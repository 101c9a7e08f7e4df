// Package paths answers how one factor leads to another: shortest, strongest, k best and all simple
// paths, what a factor reaches, the picture of a neighborhood, and all of it in words.
//
// It imports episodic, factor, link and layer, and inherits its determinism from documented orders.
package paths
