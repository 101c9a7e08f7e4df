// record_contributions: Replaces what some episodes contribute to the factor layer; the factors are there.
// params: project, episodes (list of {id, outcome, seen, selfLinks, observations, supports, instances})
// returns: nothing
UNWIND $episodes AS row
MATCH (e:Record {project: $project, id: row.id})
SET e.factorOutcome = row.outcome, e.factorSeen = row.seen, e.factorSelfLinks = row.selfLinks
REMOVE e.underived
WITH e, row
CALL (e) { MATCH (e)-[x:OBSERVES|SUPPORTS]->(:Factor) DELETE x }
CALL (e) { MATCH (e)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->(:Occurrence)-[x:INSTANCE_OF]->(:Factor) DELETE x }
CALL (e, row) {
  UNWIND row.observations AS o
  MATCH (f:Factor {project: $project, key: o.factor})
  CREATE (e)-[x:OBSERVES]->(f)
  SET x = o.properties
}
CALL (e, row) {
  UNWIND row.supports AS o
  MATCH (f:Factor {project: $project, key: o.source})
  CREATE (e)-[x:SUPPORTS]->(f)
  SET x = o.properties
}
CALL (row) {
  UNWIND row.instances AS i
  MATCH (o:Occurrence {project: $project, key: i.occurrence})
  MATCH (f:Factor {project: $project, key: i.factor})
  CREATE (o)-[:INSTANCE_OF]->(f)
}
