// Package neo4jstore keeps episodes, their occurrences and the links between them in Neo4j.
//
// Its one invariant: what is drawn (occurrences, links, mentions) is a function of the
// current content of the present episodes, whatever the order of writes, revisions,
// deletions and restorations that led there.
//
// The writers of one project take turns: the first write of a transaction locks the node of
// the project. Reads wait for nobody. Transactions are repeatable and the driver repeats
// them when the server says that this helps; each has a time limit on the server.
//
// Neo4j orders texts as their UTF-8 bytes where an index or stored values are compared, and
// as UTF-16 where a stored value is compared with a parameter. The two differ only between a
// character beyond U+FFFF and one from U+E000 on: where ids or paths of one project part at
// such a pair, pages by label, of mentions and of traces may leave items out.
//
// [Store] implements [episodic.Store], [trace.Store], [derive.Store] and [patterns.Store]; package app opens
// it. Statements are in package cypher.
package neo4jstore
