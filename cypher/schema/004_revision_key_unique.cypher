// 004_revision_key_unique: One node per content of an episode; the key is the id, a hash sign and the number.
// params: none
// returns: nothing
CREATE CONSTRAINT revision_key_unique IF NOT EXISTS
FOR (v:Revision) REQUIRE (v.project, v.key) IS UNIQUE
