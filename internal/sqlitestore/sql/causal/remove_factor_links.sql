-- remove_factor_links: Removes factor links that nothing states.
-- params: layer, keys
-- returns: nothing
DELETE FROM factor_link WHERE layer = $layer AND key IN (SELECT k.value FROM json_each($keys) k)
