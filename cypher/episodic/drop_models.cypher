// drop_models: Removes the models of a project except those with some fingerprints.
// params: project, keep
// returns: nothing
MATCH (m:ModelPart)
WHERE m.project = $project AND m.fingerprint > '' AND m.number >= 0
  AND NOT m.fingerprint IN $keep
DELETE m
