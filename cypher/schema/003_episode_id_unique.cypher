// 003_episode_id_unique: Present episodes by id; deleted ones lose the label and with it their place here.
// params: none
// returns: nothing
CREATE CONSTRAINT episode_id_unique IF NOT EXISTS
FOR (e:Episode) REQUIRE (e.project, e.id) IS UNIQUE
