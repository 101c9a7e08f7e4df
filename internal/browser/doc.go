// Package browser lets analysts read the graph in Neo4j Browser: a guide, saved queries and
// a style, served to the Browser over HTTP, and a link that opens it with the guide.
//
// Its one invariant: what is served holds no data of any project. The files are the same for
// everybody, so they are open to every origin; the data stays behind the login of Neo4j.
// Each query only reads, keeps to one project and bounds what it returns.
//
// Package app passes [New] the addresses it knows; package httpapi serves it at /browser/.
package browser
