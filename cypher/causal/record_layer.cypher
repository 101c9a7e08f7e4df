// record_layer: Writes factors, contributions of episodes, factor links, variables, what the counts of links leave out, and the counts of the factor layer of a project.
// params: project, factors (list of {key, properties}), episodes (list of {id, graph, outcome, seen, selfLinks, errors, observations, supports, instances}), causes, enables, prevents, correlates (lists of {key, source, target, properties}), knownCauses, knownEnables, knownPrevents, knownCorrelates (the same), variables (list of {name, properties}), uncounted (list of {graph, content}), state
// returns: nothing
// Known links exist; the others may be new. A link without a direction has a relationship
// each way; the mirrored one has no key, so each link is found and counted once. Every
// access is an index seek, whatever the counts: a cached plan is not replanned.
CYPHER replan=skip
CALL () {
  UNWIND $factors AS row
  MERGE (f:Factor {project: $project, key: row.key})
  SET f += row.properties
}
CALL () {
  UNWIND $episodes AS row
  MATCH (e:Record {project: $project, id: row.id})
  SET e.factorGraph = row.graph, e.factorOutcome = row.outcome, e.factorSeen = row.seen, e.factorSelfLinks = row.selfLinks, e.factorErrors = row.errors
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
}
CALL () {
  UNWIND $knownCauses AS row
  MATCH (:Factor)-[r:CAUSES {project: $project, key: row.key}]->(:Factor)
  USING INDEX SEEK r:CAUSES(project, key)
  SET r += row.properties
}
CALL () {
  UNWIND $knownEnables AS row
  MATCH (:Factor)-[r:ENABLES {project: $project, key: row.key}]->(:Factor)
  USING INDEX SEEK r:ENABLES(project, key)
  SET r += row.properties
}
CALL () {
  UNWIND $knownPrevents AS row
  MATCH (:Factor)-[r:PREVENTS {project: $project, key: row.key}]->(:Factor)
  USING INDEX SEEK r:PREVENTS(project, key)
  SET r += row.properties
}
CALL () {
  UNWIND $knownCorrelates AS row
  MATCH (s:Factor)-[there:CORRELATES {project: $project, key: row.key}]->(t:Factor)
  USING INDEX SEEK there:CORRELATES(project, key)
  MATCH (t)-[back:CORRELATES {mirrors: row.key}]->(s)
  SET there += row.properties, back += row.properties
}
CALL () {
  UNWIND $causes AS row
  MATCH (s:Factor {project: $project, key: row.source})
  MATCH (t:Factor {project: $project, key: row.target})
  MERGE (s)-[r:CAUSES {project: $project, key: row.key}]->(t)
  SET r += row.properties
}
CALL () {
  UNWIND $enables AS row
  MATCH (s:Factor {project: $project, key: row.source})
  MATCH (t:Factor {project: $project, key: row.target})
  MERGE (s)-[r:ENABLES {project: $project, key: row.key}]->(t)
  SET r += row.properties
}
CALL () {
  UNWIND $prevents AS row
  MATCH (s:Factor {project: $project, key: row.source})
  MATCH (t:Factor {project: $project, key: row.target})
  MERGE (s)-[r:PREVENTS {project: $project, key: row.key}]->(t)
  SET r += row.properties
}
CALL () {
  UNWIND $correlates AS row
  MATCH (s:Factor {project: $project, key: row.source})
  MATCH (t:Factor {project: $project, key: row.target})
  MERGE (s)-[there:CORRELATES {project: $project, key: row.key}]->(t)
  MERGE (t)-[back:CORRELATES {mirrors: row.key}]->(s)
  SET there += row.properties, back += row.properties
}
CALL () {
  UNWIND $variables AS row
  MERGE (v:Variable {project: $project, name: row.name})
  SET v += row.properties
}
CALL () {
  UNWIND $uncounted AS row
  CREATE (:Uncounted {project: $project, graph: row.graph, content: row.content})
}
CALL () {
  MATCH (p:Project {name: $project})
  SET p += $state
}
