// Package tokens counts the tokens of a text offline, with the vocabulary cl100k_base, so
// that answers keep within the budget that an agent has for them. Models split text
// differently: for one with another vocabulary the count is an estimate.
//
// It holds a vocabulary of 100,000 pieces in memory from the first count on, and nothing
// before. [github.com/causeway-memory/causeway/internal/app] hands a [Counter] to the
// domain, which declares what it needs of one.
package tokens
