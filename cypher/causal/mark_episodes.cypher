// mark_episodes: Notes that the contribution of some present episodes is to be derived anew.
// params: project, ids
// returns: nothing
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})
SET e.underived = true
