// find_holding: The observations of some variables in the present episodes that have one of some factors.
// params: project, factors, variables
// returns: id, seen, outcome, errors, observations
UNWIND $factors AS key
MATCH (:Factor {project: $project, key: key})<-[:OBSERVES]-(e:Episode)
WITH DISTINCT e
RETURN e.id AS id, e.factorSeen AS seen, e.factorOutcome AS outcome, coalesce(e.factorErrors, false) AS errors,
       COLLECT {
         MATCH (e)-[o:OBSERVES]->(f:Factor) WHERE f.variable IN $variables
         RETURN o {.order, .asDecision, .asEvent, .asOutcome, .asContext, factor: f {.variable, .state}} ORDER BY f.key
       } AS observations
ORDER BY e.id
