// Package when reads times in questions: "what failed yesterday", "in March", "between 2 April and 5 April".
//
// It is a pure function of the question and the current time, whose location is the asker's zone. English only. The
// package imports nothing of causeway; episodic/recall calls it.
package when
