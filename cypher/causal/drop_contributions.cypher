// drop_contributions: Removes the contributions of some episodes of a project from the factor layer, and marks those episodes that are present.
// params: project, limit
// returns: count
MATCH (e:Record) WHERE e.project = $project AND e.id > ''
  AND (e.factorOutcome IS NOT NULL OR e:Episode AND e.underived IS NULL)
WITH e LIMIT $limit
CALL (e) { MATCH (e)-[x:OBSERVES|SUPPORTS]->(:Factor) DELETE x }
CALL (e) { MATCH (e)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->(:Occurrence)-[x:INSTANCE_OF]->(:Factor) DELETE x }
SET e.underived = CASE WHEN e:Episode THEN true END
REMOVE e.factorGraph, e.factorOutcome, e.factorSeen, e.factorSelfLinks, e.factorErrors
RETURN count(*) AS count
