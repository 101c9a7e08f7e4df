// set_rules: Replaces the rules of a project's factors.
// params: project, rules
// returns: nothing
MATCH (p:Project {name: $project})
SET p.factorRules = $rules
