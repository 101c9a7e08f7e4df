-- find_damage: What is wrong with the tables of the file and their indexes, if anything is.
-- params: none
-- returns: damage
-- One table after the other, because a check of a whole file from before step 102 also reads every word of FTS5 again.
SELECT q.quick_check AS damage
FROM sqlite_schema s
CROSS JOIN pragma_quick_check(s.name) q
WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL %' AND q.quick_check <> 'ok'
LIMIT 1
