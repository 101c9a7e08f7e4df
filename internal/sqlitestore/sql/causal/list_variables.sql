-- list_variables: Every variable of a layer that an episode records or somebody closed, by name.
-- params: layer
-- returns: number, name, recorded, closed, absent_state
SELECT v.number AS number, v.name AS name, v.recorded AS recorded, v.closed AS closed, v.absent_state AS absent_state
FROM variable v
WHERE v.layer = $layer AND (v.recorded > 0 OR v.closed = 1)
ORDER BY v.name
