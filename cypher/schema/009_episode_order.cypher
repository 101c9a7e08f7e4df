// 009_episode_order: The order of episodes in lists; sortKey is the time in fixed width, a space and the id.
// params: none
// returns: nothing
CREATE INDEX episode_order IF NOT EXISTS
FOR (e:Episode) ON (e.project, e.sortKey)
