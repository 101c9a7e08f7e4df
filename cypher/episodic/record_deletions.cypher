// record_deletions: Hides episodes from every read as of given times; their revisions stay.
// params: project, episodes (list of {id, deletedAt})
// returns: nothing
UNWIND $episodes AS row
MATCH (e:Episode {project: $project, id: row.id})
REMOVE e:Episode
SET e:DeletedEpisode, e.deletedAt = row.deletedAt
