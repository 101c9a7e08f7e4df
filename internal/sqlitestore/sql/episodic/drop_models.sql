-- drop_models: Removes the models of a project except those with some fingerprints.
-- params: project, keep (list of texts)
-- returns: nothing
DELETE FROM model
WHERE project = (SELECT p.number FROM project p WHERE p.name = $project)
  AND fingerprint NOT IN (SELECT k.value FROM json_each($keep) k)
