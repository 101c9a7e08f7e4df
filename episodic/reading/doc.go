// Package reading reads episodes, occurrences, references and projects as recorded, and counts how
// often episodes are read.
//
// It imports episodic and the packages that its reads need. The API calls it.
package reading
