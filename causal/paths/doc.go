// Package paths answers how one factor leads to another: shortest, strongest, k best and all simple
// paths, the ranking of what a factor reaches, and drawings and explanations of the answers.
//
// It imports episodic, factor, link, search, layer and trace. Answers are deterministic: every order is
// documented.
package paths
