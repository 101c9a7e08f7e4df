// set_index_state: Replaces the generations of a project's index if they have the previous version.
// params: project, state, version
// returns: taken
// The first SET locks the project, so the version compared is the current one.
MATCH (p:Project {name: $project})
SET p.lock = true
REMOVE p.lock
WITH p, coalesce(p.indexVersion, 0) + 1 = $version AS taken
FOREACH (yes IN CASE WHEN taken THEN [true] ELSE [] END | SET p.indexState = $state, p.indexVersion = $version)
RETURN taken
