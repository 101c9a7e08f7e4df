// set_rules: Replaces what people decided about the factors of a project.
// params: project, rules
// returns: nothing
MATCH (p:Project {name: $project})
SET p.factorRules = $rules
