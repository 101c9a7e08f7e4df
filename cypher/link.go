package cypher

import _ "embed" // the statements are files

// ListLinksFrom answers: the links that begin at some occurrences, with the occurrence at the other end.
//
//go:embed causal/list_links_from.cypher
var ListLinksFrom Statement

// ListLinksTo answers: the links that end at some occurrences, with the occurrence at the other end.
//
//go:embed causal/list_links_to.cypher
var ListLinksTo Statement
