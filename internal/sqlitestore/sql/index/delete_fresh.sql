-- delete_fresh: Removes the fresh words of some rows.
-- params: rows (list of numbers)
-- returns: number
DELETE FROM words_fresh WHERE number IN (SELECT value FROM json_each($rows)) RETURNING number AS number
