-- mark_some: Marks the present ones of some episodes as stale.
-- params: episodes
-- returns: nothing
UPDATE episode SET underived = 1
WHERE number IN (SELECT e.value FROM json_each($episodes) e) AND present = 1 AND underived <> 1
