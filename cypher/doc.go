// Package cypher holds every statement that causeway sends to Neo4j, one to a file, in
// folders by domain.
//
// Its one invariant: statements are constant. Values go in by parameter only, relationship
// types and labels are written out, and nothing puts statements together. Each file begins
// with its name and what it answers, its parameters and its columns; a test holds the files
// to that, and another asks Neo4j that reads find their way by an index.
//
// Dynamic types and labels (-[:$(type)]->) are not used: in Neo4j 5.26.0 a CREATE over
// several rows gives every relationship the type of the first row.
//
// Only package neo4jstore sends these statements.
package cypher
