-- list_unindexed: The size and the state of those of some records that are not INDEXED or FAILED.
-- params: sequences (list of numbers)
-- returns: size, state
SELECT r.size AS size, r.state AS state
FROM record r
WHERE r.sequence IN (SELECT s.value FROM json_each($sequences) s) AND r.state < 2
