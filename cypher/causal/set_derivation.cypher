// set_derivation: Replaces the numbers of the factor layer of a project.
// params: project, version, graph, episodes, selfLinks
// returns: nothing
MATCH (p:Project {name: $project})
SET p.factorVersion = $version, p.factorGraph = $graph, p.factorEpisodes = $episodes, p.factorSelfLinks = $selfLinks
