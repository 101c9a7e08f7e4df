// purge_project: Removes a project that holds no episode.
// params: project
// returns: nothing
MATCH (p:Project {name: $project})
DELETE p
