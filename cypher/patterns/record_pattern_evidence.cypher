// record_pattern_evidence: Writes or replaces evidence of patterns; returns how much.
// params: project, evidence (list of {pattern, episode, verdict, properties})
// returns: count
UNWIND $evidence AS row
MATCH (p:Pattern {project: $project, key: row.pattern})
MATCH (e:Record {project: $project, id: row.episode})
CALL (p, e) { MATCH (p)-[x:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]->(e) DELETE x }
CALL (p, e, row) {
  WITH p, e, row WHERE row.verdict = 'SUPPORTED_BY'
  CREATE (p)-[x:SUPPORTED_BY]->(e)
  SET x = row.properties
}
CALL (p, e, row) {
  WITH p, e, row WHERE row.verdict = 'CONTRADICTED_BY'
  CREATE (p)-[x:CONTRADICTED_BY]->(e)
  SET x = row.properties
}
CALL (p, e, row) {
  WITH p, e, row WHERE row.verdict = 'UNCLEAR_IN'
  CREATE (p)-[x:UNCLEAR_IN]->(e)
  SET x = row.properties
}
RETURN count(*) AS count
