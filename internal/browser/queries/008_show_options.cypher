// Roads not taken
// The ten newest decisions that ended badly, with the options that were considered and the one that was chosen.
// params: project
MATCH (d:Decision {project: $project})
WHERE d.outcome = 'failure'
WITH d ORDER BY d.at DESC, d.key LIMIT 10
MATCH path = (d)-[:CONSIDERED|CHOSE]->(:Option)
RETURN path LIMIT 100
