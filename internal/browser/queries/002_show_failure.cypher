// The last failure, whole
// The newest episode that failed: its decisions, events and outcome, and the causes between them.
// params: project
MATCH (e:Episode {project: $project, failed: true})
WITH e ORDER BY e.sortKey DESC LIMIT 1
MATCH path = (e)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->(o:Occurrence)
OPTIONAL MATCH link = (o)-[:CAUSES|ENABLES|PREVENTS|CORRELATES]->(:Occurrence {project: $project, episode: e.id})
RETURN path, link LIMIT 200
