// 044_uncounted_unique: What each change of the factor layer leaves out of the counts of links; also their order.
// params: none
// returns: nothing
CREATE CONSTRAINT uncounted_unique IF NOT EXISTS
FOR (u:Uncounted) REQUIRE (u.project, u.graph) IS UNIQUE
