// list_projects: Every project, by name.
// params: none
// returns: name, createdAt
MATCH (p:Project) WHERE p.name > ''
RETURN p.name AS name, p.createdAt AS createdAt
ORDER BY p.name
