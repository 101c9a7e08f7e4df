// Episodes at a glance
// The 8 newest episodes with what was decided in them and how they ended.
// params: project
MATCH (e:Episode {project: $project})
WITH e ORDER BY e.sortKey DESC LIMIT 8
MATCH path = (e)-[:HAS_DECISION|HAS_OUTCOME]->(:Occurrence)
RETURN path LIMIT 100
