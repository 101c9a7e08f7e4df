// Package briefing tells what to read within a budget of tokens: the context of a task, and one episode in short.
//
// Every line begins with the key of what it tells, and what was left out is counted. The package imports episodic,
// lexis, chunk and recall; graph/resolvers calls it.
package briefing
