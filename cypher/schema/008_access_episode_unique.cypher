// 008_access_episode_unique: One access count per episode, apart from its content.
// params: none
// returns: nothing
CREATE CONSTRAINT access_episode_unique IF NOT EXISTS
FOR (a:Access) REQUIRE (a.project, a.episode) IS UNIQUE
