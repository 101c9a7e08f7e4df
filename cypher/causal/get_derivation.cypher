// get_derivation: The state of the derivation of a project.
// params: project
// returns: name, rules, version, graph, episodes, selfLinks, dropped, uncounted, patterns, origin, underived
MATCH (p:Project {name: $project})
RETURN p.name AS name, p.factorRules AS rules, p.factorVersion AS version, p.factorGraph AS graph,
       p.factorEpisodes AS episodes, p.factorSelfLinks AS selfLinks, p.factorsDropped AS dropped, p.factorUncounted AS uncounted, p.patterns AS patterns, p.origin AS origin,
       COUNT { MATCH (e:Record) USING INDEX SEEK e:Record(project, underived, id) WHERE e.project = $project AND e.underived = true AND e.id > '' } AS underived
