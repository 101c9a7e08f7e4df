// list_index_states: The generations of the index of every project, as JSON, by name.
// params: none
// returns: name, state
MATCH (p:Project) WHERE p.name > ''
RETURN p.name AS name, p.indexState AS state
ORDER BY p.name
