// 032_factor_enables_unique: A link between factors of this relation by project and key; links between occurrences have neither.
// params: none
// returns: nothing
CREATE CONSTRAINT factor_enables_unique IF NOT EXISTS
FOR ()-[r:ENABLES]-() REQUIRE (r.project, r.key) IS UNIQUE
