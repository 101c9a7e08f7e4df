// remove_unmentioned: Removes those of some references that nothing mentions anymore.
// params: project, sortKeys
// returns: nothing
UNWIND $sortKeys AS sortKey
MATCH (r:Reference {project: $project, sortKey: sortKey})
WHERE NOT EXISTS { (r)<-[:MENTIONS]-() }
DELETE r
