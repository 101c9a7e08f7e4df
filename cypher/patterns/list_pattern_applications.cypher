// list_pattern_applications: All recorded applications of the patterns of a project, by pattern and episode.
// params: project
// returns: pattern, episode, verdict, seen, observed, counted, applied, outcome, note, timeSaved, costSaved, appliedAt
MATCH (p:Pattern)
USING INDEX SEEK p:Pattern(project, key)
WHERE p.project = $project AND p.key > ''
MATCH (p)-[x:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]->(e:Record)
WHERE x.applied
RETURN p.key AS pattern, e.id AS episode, type(x) AS verdict, x.seen AS seen, x.observed AS observed, x.counted AS counted,
       x.applied AS applied, x.outcome AS outcome, x.note AS note, x.timeSaved AS timeSaved, x.costSaved AS costSaved, x.appliedAt AS appliedAt
ORDER BY p.key, e.id
