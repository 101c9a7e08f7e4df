-- step_downstream: The targets of the links that leave some occurrences, by number.
-- params: numbers, relations, bases
-- returns: at, next
-- Relations and bases are bits. An index covers everything that is read.
SELECT l.source AS at, l.target AS next
FROM json_each($numbers) k
CROSS JOIN link l ON l.source = k.value AND $relations >> l.relation & 1 AND $bases >> l.basis & 1
