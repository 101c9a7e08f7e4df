// replace_access: Makes the access counts of some episodes, present or deleted, what they are elsewhere.
// params: project, reads (list of {id, count, lastAt})
// returns: nothing
UNWIND $reads AS row
MERGE (a:Access {project: $project, episode: row.id})
SET a.label = row.id, a.count = row.count, a.lastAt = row.lastAt
