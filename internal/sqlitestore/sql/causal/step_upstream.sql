-- step_upstream: The sources of the links that lead to some occurrences, by number.
-- params: numbers, relations, bases
-- returns: at, next
-- Relations and bases are bits. An index covers everything that is read.
SELECT l.target AS at, l.source AS next
FROM json_each($numbers) k
CROSS JOIN link l ON l.target = k.value AND $relations >> l.relation & 1 AND $bases >> l.basis & 1
