package cypher

import _ "embed" // the statements are files

// ListLinkBridges answers: the links that cross from some present episodes to other present ones, by the link's id.
//
//go:embed episodic/list_link_bridges.cypher
var ListLinkBridges Statement

// ListReferenceBridges answers: the references that some present episodes share with others and that few mention, rarest first.
//
//go:embed episodic/list_reference_bridges.cypher
var ListReferenceBridges Statement
