// get_model: The parts of a model in order.
// params: project, fingerprint
// returns: provider, model, dimension, parts, digest, bytes
MATCH (m:ModelPart)
WHERE m.project = $project AND m.fingerprint = $fingerprint AND m.number >= 0
RETURN m.provider AS provider, m.model AS model, m.dimension AS dimension, m.parts AS parts, m.digest AS digest, m.bytes AS bytes
ORDER BY m.number
