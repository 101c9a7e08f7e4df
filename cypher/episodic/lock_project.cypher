// lock_project: Creates a project if it is new and makes its other writers wait for this transaction; returns the state of its factors.
// params: project, now, indexState
// returns: rules, version, graph, episodes, selfLinks, dropped, patterns
MERGE (p:Project {name: $project})
ON CREATE SET p.createdAt = $now, p.label = $project, p.indexState = $indexState, p.origin = randomUUID()
SET p.lock = true
REMOVE p.lock
RETURN p.factorRules AS rules, p.factorVersion AS version, p.factorGraph AS graph,
       p.factorEpisodes AS episodes, p.factorSelfLinks AS selfLinks, p.factorsDropped AS dropped, p.patterns AS patterns
