// list_uncounted_projects: Some of the projects with something that the counts of factor links leave out, by name.
// params: limit
// returns: name
MATCH (p:Project) WHERE p.name > '' AND p.factorUncounted > 0
RETURN p.name AS name
ORDER BY name
LIMIT $limit
