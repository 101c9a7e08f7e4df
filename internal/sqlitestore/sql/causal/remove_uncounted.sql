-- remove_uncounted: Removes what the counts of links left out.
-- params: layer
-- returns: nothing
DELETE FROM uncounted WHERE layer = $layer
