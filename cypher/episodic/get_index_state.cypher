// get_index_state: The generations of a project's index, as JSON; null for a project older than generations.
// params: project
// returns: name, state
MATCH (p:Project {name: $project})
RETURN p.name AS name, p.indexState AS state
