-- get_model: A model of a project.
-- params: project, fingerprint
-- returns: provider, model, dimension, bytes
SELECT m.provider AS provider, m.model AS model, m.dimension AS dimension, m.bytes AS bytes
FROM model m
WHERE m.project = (SELECT p.number FROM project p WHERE p.name = $project) AND m.fingerprint = $fingerprint
