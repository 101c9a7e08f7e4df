-- unmark_episodes: Marks some episodes as derived.
-- params: episodes
-- returns: nothing
UPDATE episode SET underived = 0 WHERE number IN (SELECT e.value FROM json_each($episodes) e) AND underived <> 0
