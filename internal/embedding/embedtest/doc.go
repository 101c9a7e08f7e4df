// Package embedtest is an OpenAI-compatible embedding endpoint for tests. Its vectors are
// sums of one vector for each word, so that texts that share words are near; the same text
// has the same vector until the test changes the model. It can be told to be slow, to fail,
// to refuse, to answer in other forms, and it counts what it is asked.
//
// Its one invariant is that a [Behaviour] changes between two requests, never within one.
// Tests of this module call it; no binary does.
package embedtest
