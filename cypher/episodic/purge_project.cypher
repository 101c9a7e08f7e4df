// purge_project: Removes a project without episodes.
// params: project
// returns: nothing
MATCH (p:Project {name: $project})
DELETE p
