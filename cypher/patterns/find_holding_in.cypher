// find_holding_in: The observations of some variables in those of some episodes that are present and in the factor layer.
// params: project, ids, variables
// returns: id, seen, outcome, errors, observations
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})
WHERE e.factorOutcome IS NOT NULL
RETURN e.id AS id, e.factorSeen AS seen, e.factorOutcome AS outcome, coalesce(e.factorErrors, false) AS errors,
       COLLECT {
         MATCH (e)-[o:OBSERVES]->(f:Factor) WHERE f.variable IN $variables
         RETURN o {.order, .asDecision, .asEvent, .asOutcome, .asContext, factor: f {.variable, .state}} ORDER BY f.key
       } AS observations
ORDER BY e.id
