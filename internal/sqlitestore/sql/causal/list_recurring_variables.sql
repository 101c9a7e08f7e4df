-- list_recurring_variables: The variables of a layer that so many episodes record, at least two, or that somebody closed, by name.
-- params: layer, least
-- returns: number, name, recorded, closed, absent_state
SELECT v.number AS number, v.name AS name, v.recorded AS recorded, v.closed AS closed, v.absent_state AS absent_state
FROM variable v INDEXED BY variable_recurring
WHERE v.layer = $layer AND (v.recorded <> 1 OR v.closed = 1) AND (v.recorded >= $least OR v.closed = 1)
ORDER BY v.name
