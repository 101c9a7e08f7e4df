// 021_factor_key_unique: A factor by project and key.
// params: none
// returns: nothing
CREATE CONSTRAINT factor_key_unique IF NOT EXISTS
FOR (f:Factor) REQUIRE (f.project, f.key) IS UNIQUE
