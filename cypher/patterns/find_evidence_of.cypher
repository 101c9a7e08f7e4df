// find_evidence_of: All evidence of some patterns, by pattern and episode.
// params: project, patterns
// returns: pattern, episode, verdict, seen, observed, counted, applied, outcome, note, timeSaved, costSaved, appliedAt
UNWIND $patterns AS key
MATCH (p:Pattern {project: $project, key: key})-[x:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]->(e:Record)
RETURN p.key AS pattern, e.id AS episode, type(x) AS verdict, x.seen AS seen, x.observed AS observed, x.counted AS counted,
       x.applied AS applied, x.outcome AS outcome, x.note AS note, x.timeSaved AS timeSaved, x.costSaved AS costSaved, x.appliedAt AS appliedAt
ORDER BY p.key, e.id
