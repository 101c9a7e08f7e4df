-- remove_factors: Removes factors that nothing refers to.
-- params: factors
-- returns: nothing
DELETE FROM factor WHERE number IN (SELECT k.value FROM json_each($factors) k)
