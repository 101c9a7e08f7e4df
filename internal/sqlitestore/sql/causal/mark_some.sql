-- mark_some: Marks those of some episodes that are present, to be derived anew.
-- params: episodes
-- returns: nothing
UPDATE episode SET underived = 1
WHERE number IN (SELECT e.value FROM json_each($episodes) e) AND present = 1 AND underived = 0
