-- put_model: Stores a model of a project, replacing one with the same fingerprint.
-- params: project, fingerprint, provider, model, dimension, bytes
-- returns: nothing
INSERT INTO model (project, fingerprint, provider, model, dimension, bytes)
VALUES ((SELECT p.number FROM project p WHERE p.name = $project), $fingerprint, $provider, $model, $dimension, $bytes)
ON CONFLICT (project, fingerprint) DO UPDATE SET
  provider = excluded.provider, model = excluded.model, dimension = excluded.dimension, bytes = excluded.bytes
