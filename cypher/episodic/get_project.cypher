// get_project: One project.
// params: project
// returns: name, createdAt
MATCH (p:Project {name: $project})
RETURN p.name AS name, p.createdAt AS createdAt
