// drop_factors: Removes some of the factors of a project.
// params: project, limit
// returns: count
MATCH (f:Factor)
USING INDEX SEEK f:Factor(project, key)
WHERE f.project = $project AND f.key > ''
WITH f LIMIT $limit
DETACH DELETE f
RETURN count(*) AS count
