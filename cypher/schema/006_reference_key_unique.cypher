// 006_reference_key_unique: One node per thing that episodes mention.
// params: none
// returns: nothing
CREATE CONSTRAINT reference_key_unique IF NOT EXISTS
FOR (r:Reference) REQUIRE (r.project, r.kind, r.key) IS UNIQUE
