// 031_factor_causes_unique: A link between factors of this relation by project and key; links between occurrences have neither.
// params: none
// returns: nothing
CREATE CONSTRAINT factor_causes_unique IF NOT EXISTS
FOR ()-[r:CAUSES]-() REQUIRE (r.project, r.key) IS UNIQUE
