// Package corpus makes episodes up for measurements: about ten events, some decisions with
// their effects, chains of links inside and between episodes, references, and texts whose
// words are as unevenly frequent as those of a language (Zipf).
//
// Its one invariant: the same number gives the same episodes on every machine, and episode
// n does not depend on how many there are, so that a small corpus is the beginning of a
// large one.
package corpus
