// 034_factor_correlates_unique: A link between factors of this relation by project and key; links between occurrences have neither. The mirrored one of each pair has no key.
// params: none
// returns: nothing
CREATE CONSTRAINT factor_correlates_unique IF NOT EXISTS
FOR ()-[r:CORRELATES]-() REQUIRE (r.project, r.key) IS UNIQUE
