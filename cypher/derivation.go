package cypher

import _ "embed" // the statements are files

// FindCrossing answers: the other present episodes that state links to or from occurrences of some episodes.
//
//go:embed causal/find_crossing.cypher
var FindCrossing Statement

// FindInstanceFactors answers: the factors of which some occurrences are instances.
//
//go:embed causal/find_instance_factors.cypher
var FindInstanceFactors Statement

// FindContributions answers: what some episodes have contributed to the factor layer.
//
//go:embed causal/find_contributions.cypher
var FindContributions Statement

// RemoveContributions takes what some episodes have contributed out of the factor layer.
//
//go:embed causal/remove_contributions.cypher
var RemoveContributions Statement

// MarkEpisodes notes that the contribution of some present episodes is to be derived anew.
//
//go:embed causal/mark_episodes.cypher
var MarkEpisodes Statement

// MarkFactors notes that the episodes that have some factors, or state links at them, are to be derived anew.
//
//go:embed causal/mark_factors.cypher
var MarkFactors Statement

// FindUnderived answers: some of the episodes of a project whose contribution is to be derived anew, by id.
//
//go:embed causal/find_underived.cypher
var FindUnderived Statement

// ListUnderived answers: some of the projects of which something is to be derived anew, by name.
//
//go:embed causal/list_underived.cypher
var ListUnderived Statement

// GetDerivation answers: how far the factor layer of a project is.
//
//go:embed causal/get_derivation.cypher
var GetDerivation Statement

// SetRules replaces what people decided about the factors of a project.
//
//go:embed causal/set_rules.cypher
var SetRules Statement

// FindLayer answers: some factors, some variables, and some links, each as one list.
//
//go:embed causal/find_layer.cypher
var FindLayer Statement

// FindLinksAmong answers: the links between states of some variables, without their measures.
//
//go:embed causal/find_links_among.cypher
var FindLinksAmong Statement

// FindUncounted answers: how much the counts of the links of a project leave out.
//
//go:embed causal/find_uncounted.cypher
var FindUncounted Statement

// ListUncounted answers: what the counts of the links of a project leave out, by change.
//
//go:embed causal/list_uncounted.cypher
var ListUncounted Statement

// RemoveUncounted removes what the counts of the links of a project left out.
//
//go:embed causal/remove_uncounted.cypher
var RemoveUncounted Statement

// ListUncountedProjects answers: some of the projects with something that the counts of links leave out, by name.
//
//go:embed causal/list_uncounted_projects.cypher
var ListUncountedProjects Statement

// RecordLayer writes factors, contributions of episodes, links between factors, variables, and the numbers of the factor layer of a project.
//
//go:embed causal/record_layer.cypher
var RecordLayer Statement
