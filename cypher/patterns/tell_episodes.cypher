// tell_episodes: The start and outcome of the episodes in the factor layer, and which of some factors they have, as pairs of place and order.
// params: project, places (place by the key of the factor)
// returns: id, seen, outcome, errors, states
MATCH (e:Record)
USING INDEX SEEK e:Record(project, factorGraph)
WHERE e.project = $project AND e.factorGraph > -1
RETURN e.id AS id, e.factorSeen AS seen, e.factorOutcome AS outcome, coalesce(e.factorErrors, false) AS errors,
       [(e)-[o:OBSERVES]->(f:Factor) WHERE $places[f.key] IS NOT NULL | [$places[f.key], o.order]] AS states
