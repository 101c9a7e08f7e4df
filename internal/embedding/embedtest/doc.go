// Package embedtest is an OpenAI-compatible embedding endpoint for tests. A vector is the sum of
// one vector for each word, so texts that share words are close; the same text has the same
// vector until the test changes the model. The server can be told to be slow, to fail, to refuse,
// and to answer in other forms, and it counts its requests.
//
// Its one invariant is that a [Behaviour] changes between two requests, never within one. Only
// tests of this module call it.
package embedtest
