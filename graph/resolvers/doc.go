// Package resolvers answers the fields of the GraphQL schema. Its one invariant: a
// resolver decodes its arguments, calls one service and returns; no rule lives here, and
// nothing is read one item at a time: what belongs to many items of an answer is loaded
// together, by the batches that [Root.WithBatches] puts into the context.
//
// Package httpapi serves [Root]. Errors are the domain's own; their codes and their
// spelling for clients are given in httpapi. Resolvers are written by hand, one file per
// noun, because the generator is configured to write none.
package resolvers
