-- step_upstream: Where the links that lead to some occurrences come from, by number.
-- params: numbers, relations, bases
-- returns: at, next
-- Relations and bases are bits. An index holds all that is read.
SELECT l.target AS at, l.source AS next
FROM json_each($numbers) k
CROSS JOIN link l ON l.target = k.value AND $relations >> l.relation & 1 AND $bases >> l.basis & 1
