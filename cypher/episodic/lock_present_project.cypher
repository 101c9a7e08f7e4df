// lock_present_project: Makes other writers of a project wait for this transaction; no row when there is no such project.
// params: project
// returns: name
MATCH (p:Project {name: $project})
SET p.lock = true
REMOVE p.lock
RETURN p.name AS name
