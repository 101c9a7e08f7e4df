// What rests on an episode
// Of the episode in which $from happened: decisions of other episodes that follow from it, patterns that it is a trial of, factors that it alone has.
// params: project, from
MATCH (:Occurrence {project: $project, key: $from})<-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]-(e:Episode)
CALL (e) {
  MATCH path = (e)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->(:Occurrence)-[:CAUSES|ENABLES|PREVENTS]->{1,4}(d:Decision)
  WHERE d.episode <> e.id
  RETURN path ORDER BY length(path), d.key LIMIT 12
  UNION
  MATCH path = (e)<-[:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]-(p:Pattern)
  RETURN path ORDER BY p.key LIMIT 12
  UNION
  MATCH path = (e)-[:OBSERVES]->(f:Factor)
  WHERE f.frequency = 1
  RETURN path ORDER BY f.key LIMIT 12
}
RETURN path LIMIT 36
