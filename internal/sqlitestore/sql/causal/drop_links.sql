-- drop_links: Removes some links that have no supports.
-- params: numbers
-- returns: nothing
DELETE FROM factor_link WHERE number IN (SELECT k.value FROM json_each($numbers) k)
