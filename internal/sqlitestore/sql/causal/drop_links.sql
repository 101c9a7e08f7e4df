-- drop_links: Removes some links, of which no support is left.
-- params: numbers
-- returns: nothing
DELETE FROM factor_link WHERE number IN (SELECT k.value FROM json_each($numbers) k)
