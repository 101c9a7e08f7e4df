// remove_pattern_evidence: Removes some evidence of patterns.
// params: project, evidence (list of {pattern, episode})
// returns: nothing
UNWIND $evidence AS row
MATCH (p:Pattern {project: $project, key: row.pattern})
MATCH (e:Record {project: $project, id: row.episode})
MATCH (p)-[x:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]->(e)
DELETE x
