// 033_factor_prevents_unique: A link between factors of this relation by project and key; links between occurrences have neither.
// params: none
// returns: nothing
CREATE CONSTRAINT factor_prevents_unique IF NOT EXISTS
FOR ()-[r:PREVENTS]-() REQUIRE (r.project, r.key) IS UNIQUE
