// tell_states: Which of some factors the episodes have whose contributions were put by later changes of the graph, as pairs of place and order.
// params: project, after, places (place by the key of the factor)
// returns: id, states
MATCH (e:Record)
USING INDEX SEEK e:Record(project, factorGraph)
WHERE e.project = $project AND e.factorGraph > $after
RETURN e.id AS id, [(e)-[o:OBSERVES]->(f:Factor) WHERE $places[f.key] IS NOT NULL | [$places[f.key], o.order]] AS states
