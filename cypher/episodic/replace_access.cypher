// replace_access: Sets the access counts of some episodes, present or deleted, to those of another store.
// params: project, reads (list of {id, count, lastAt})
// returns: nothing
UNWIND $reads AS row
MERGE (a:Access {project: $project, episode: row.id})
SET a.label = row.id, a.count = row.count, a.lastAt = row.lastAt
