// Patterns whose rate is falling
// Patterns that succeed less often in the last 90 days than before, with the counts of both, and the failures of these days.
// params: project
MATCH (p:Pattern {project: $project})-[x:SUPPORTED_BY|CONTRADICTED_BY]->(:Episode)
WHERE p.key > '' AND x.counted AND x.seen IS NOT NULL
WITH p, type(x) = 'SUPPORTED_BY' AS success, x.seen >= datetime() - duration('P90D') AS recent
WITH p, count(CASE WHEN recent AND success THEN 1 END) AS successes, count(CASE WHEN recent THEN 1 END) AS trials,
     count(CASE WHEN NOT recent AND success THEN 1 END) AS successesBefore, count(CASE WHEN NOT recent THEN 1 END) AS trialsBefore
WHERE trials > 0 AND trialsBefore > 0
WITH p, successes, trials, successesBefore, trialsBefore,
     1.0 * successes / trials AS rate, 1.0 * successesBefore / trialsBefore AS rateBefore
WHERE rate < rateBefore
WITH * ORDER BY rateBefore - rate DESC, p.key LIMIT 10
MATCH path = (p)-[x:CONTRADICTED_BY]->(:Episode)
WHERE x.counted AND x.seen >= datetime() - duration('P90D')
RETURN p.name AS pattern, rate, successes, trials, rateBefore, successesBefore, trialsBefore, path LIMIT 100
