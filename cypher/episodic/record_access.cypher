// record_access: Adds reads to the access counts of present episodes.
// params: project, reads (list of {id, count}), now
// returns: nothing
UNWIND $reads AS row
MATCH (e:Episode {project: $project, id: row.id})
MERGE (a:Access {project: $project, episode: e.id})
ON CREATE SET a.count = 0, a.label = e.id
SET a.lastAt = $now
SET a.count = a.count + row.count
