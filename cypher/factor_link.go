package cypher

import _ "embed" // the statements are files

// GetFactorLinks answers: the links between factors of some keys.
//
//go:embed causal/get_factor_links.cypher
var GetFactorLinks Statement

// ListLinksOf answers: the links between factors of which an end is a state of a variable.
//
//go:embed causal/list_links_of.cypher
var ListLinksOf Statement

// FindLinkRanges answers: when the first and last episode that states each of some links began.
//
//go:embed causal/find_link_ranges.cypher
var FindLinkRanges Statement

// RemoveFactorLinks removes links between factors that nothing states any more.
//
//go:embed causal/remove_factor_links.cypher
var RemoveFactorLinks Statement

// ListFactorLinks answers: a page of the links between factors of a project by key.
//
//go:embed causal/list_factor_links.cypher
var ListFactorLinks Statement

// CountFactorLinks answers: how many links between factors a project has.
//
//go:embed causal/count_factor_links.cypher
var CountFactorLinks Statement

// ListFactorLinksFrom answers: a page, by key, of the links that begin at a factor.
//
//go:embed causal/list_factor_links_from.cypher
var ListFactorLinksFrom Statement

// CountFactorLinksFrom answers: how many links there are that begin at a factor.
//
//go:embed causal/count_factor_links_from.cypher
var CountFactorLinksFrom Statement

// ListFactorLinksTo answers: a page, by key, of the links that end at a factor.
//
//go:embed causal/list_factor_links_to.cypher
var ListFactorLinksTo Statement

// CountFactorLinksTo answers: how many links there are that end at a factor.
//
//go:embed causal/count_factor_links_to.cypher
var CountFactorLinksTo Statement

// ListFactorLinksBetween answers: a page, by key, of the links from a factor to another.
//
//go:embed causal/list_factor_links_between.cypher
var ListFactorLinksBetween Statement

// CountFactorLinksBetween answers: how many links there are from a factor to another.
//
//go:embed causal/count_factor_links_between.cypher
var CountFactorLinksBetween Statement

// GetFactorLinksByType answers: the links between factors of some keys of each relation.
//
//go:embed causal/get_factor_links_by_type.cypher
var GetFactorLinksByType Statement
