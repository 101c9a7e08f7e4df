// remove_contributions: Removes the contributions of some episodes from the factor layer.
// params: project, ids
// returns: nothing
UNWIND $ids AS id
MATCH (e:Record {project: $project, id: id})
REMOVE e.factorGraph, e.factorOutcome, e.factorSeen, e.factorSelfLinks, e.factorErrors, e.underived
WITH e
CALL (e) { MATCH (e)-[x:OBSERVES|SUPPORTS]->(:Factor) DELETE x }
CALL (e) { MATCH (e)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->(:Occurrence)-[x:INSTANCE_OF]->(:Factor) DELETE x }
