// 007_cross_link_id_unique: One node per link that an episode states to another one.
// params: none
// returns: nothing
CREATE CONSTRAINT cross_link_id_unique IF NOT EXISTS
FOR (c:CrossLink) REQUIRE (c.project, c.id) IS UNIQUE
