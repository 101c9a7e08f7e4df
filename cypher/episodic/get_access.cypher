// get_access: The access counts of some episodes.
// params: project, ids
// returns: id, count, lastAt
UNWIND $ids AS id
MATCH (a:Access {project: $project, episode: id})
RETURN a.episode AS id, a.count AS count, a.lastAt AS lastAt
