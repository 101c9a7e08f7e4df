// lock_present_project: Makes other writers of a project wait for this transaction; returns the state of its factors, no row if the project does not exist.
// params: project
// returns: name, rules, version, graph, episodes, selfLinks, dropped, uncounted, patterns
MATCH (p:Project {name: $project})
SET p.lock = true
REMOVE p.lock
RETURN p.name AS name, p.factorRules AS rules, p.factorVersion AS version, p.factorGraph AS graph,
       p.factorEpisodes AS episodes, p.factorSelfLinks AS selfLinks, p.factorsDropped AS dropped, p.factorUncounted AS uncounted, p.patterns AS patterns
