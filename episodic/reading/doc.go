// Package reading reads what is recorded, as it is: episodes, occurrences, references, projects; and
// counts how often episodes are read.
//
// It imports episodic and the packages that its reads need. The API calls it.
package reading
