// tell_states: The states, among some factors, of the episodes whose contributions come from later changes of the graph, as pairs of place and order.
// params: project, after, places (place by the key of the factor)
// returns: id, seen (null if unknown), states
MATCH (e:Record)
USING INDEX SEEK e:Record(project, factorGraph)
WHERE e.project = $project AND e.factorGraph > $after
RETURN e.id AS id, e.factorSeen AS seen, [(e)-[o:OBSERVES]->(f:Factor) WHERE $places[f.key] IS NOT NULL | [$places[f.key], o.order]] AS states
