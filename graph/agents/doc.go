// Package agents is the part of the contract that an agent needs in its day: ten operations, the
// schema that they use, and a guide of one page.
//
// The operations are the documents in operations/. The profile is computed from them: of the schema
// it holds the types, fields and arguments that they use, and nothing else, so that it can never
// differ from the contract. It imports package graph and a GraphQL parser.
package agents
