// find_contributions: The contributions of some episodes to the factor layer.
// params: project, ids
// returns: id, outcome, seen, selfLinks, errors, observations, supports
UNWIND $ids AS id
MATCH (e:Record {project: $project, id: id})
WHERE e.factorOutcome IS NOT NULL
CALL (e) {
  MATCH (e)-[o:OBSERVES]->(f:Factor)
  WITH o, f ORDER BY f.key
  RETURN collect(o {.order, .asDecision, .asEvent, .asOutcome, .asContext, factor: f {.variable, .state}}) AS observations
}
CALL (e) {
  MATCH (e)-[x:SUPPORTS]->(s:Factor)
  MATCH (t:Factor {project: $project, key: x.target})
  WITH x, s, t ORDER BY x.link
  RETURN collect(x {.relation, .basis, source: s {.variable, .state}, target: t {.variable, .state}}) AS supports
}
RETURN e.id AS id, e.factorOutcome AS outcome, e.factorSeen AS seen, e.factorSelfLinks AS selfLinks,
       coalesce(e.factorErrors, false) AS errors, observations, supports
