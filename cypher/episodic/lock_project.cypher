// lock_project: Creates a project if it is new and makes other writers of it wait for this transaction.
// params: project, now, indexState
// returns: nothing
MERGE (p:Project {name: $project})
ON CREATE SET p.createdAt = $now, p.label = $project, p.indexState = $indexState
SET p.lock = true
REMOVE p.lock
