// 010_deleted_episode_order: The order of deleted episodes in lists.
// params: none
// returns: nothing
CREATE INDEX deleted_episode_order IF NOT EXISTS
FOR (e:DeletedEpisode) ON (e.project, e.sortKey)
