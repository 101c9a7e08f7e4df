// remove_model: Removes all parts of a model.
// params: project, fingerprint
// returns: nothing
MATCH (m:ModelPart)
WHERE m.project = $project AND m.fingerprint = $fingerprint AND m.number >= 0
DELETE m
