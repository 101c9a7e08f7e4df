// find_evidence_in: All evidence in some episodes, by pattern and episode.
// params: project, episodes
// returns: pattern, episode, verdict, seen, observed, counted, applied, outcome, note, timeSaved, costSaved, appliedAt
UNWIND $episodes AS id
MATCH (e:Record {project: $project, id: id})<-[x:SUPPORTED_BY|CONTRADICTED_BY|UNCLEAR_IN]-(p:Pattern)
RETURN p.key AS pattern, e.id AS episode, type(x) AS verdict, x.seen AS seen, x.observed AS observed, x.counted AS counted,
       x.applied AS applied, x.outcome AS outcome, x.note AS note, x.timeSaved AS timeSaved, x.costSaved AS costSaved, x.appliedAt AS appliedAt
ORDER BY p.key, e.id
