// 013_cross_link_awaits: Links that wait for, or end in, an episode other than the one that states them.
// params: none
// returns: nothing
CREATE INDEX cross_link_awaits IF NOT EXISTS
FOR (c:CrossLink) ON (c.project, c.otherEpisode)
