// record_model_part: Adds one part of a model to a project.
// params: project, fingerprint, number, properties
// returns: nothing
MATCH (p:Project {name: $project})
CREATE (m:ModelPart {project: p.name, fingerprint: $fingerprint, number: $number})
SET m += $properties
