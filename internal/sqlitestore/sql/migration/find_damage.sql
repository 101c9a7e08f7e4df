-- find_damage: Damage of the tables of the file and their indexes, if any.
-- params: none
-- returns: damage
-- It checks table by table, because a check of a whole file from before step 102 also rereads every word of FTS5.
SELECT s.name || ': ' || q.quick_check AS damage
FROM sqlite_schema s
CROSS JOIN pragma_quick_check(s.name) q
WHERE s.type = 'table' AND s.sql NOT LIKE 'CREATE VIRTUAL %' AND q.quick_check <> 'ok'
LIMIT 1
