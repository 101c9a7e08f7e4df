-- 012_deferred: Finds the episodes whose factors are derived after their write.
-- params: none
-- returns: nothing
-- An episode with underived 2 was written and is still to be derived; with 1 it is stale, which answers say.
CREATE INDEX episode_deferred ON episode (project) WHERE underived = 2;
