// mark_episodes: Marks the contributions of some present episodes as stale.
// params: project, ids
// returns: nothing
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})
SET e.underived = true
