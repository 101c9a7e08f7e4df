-- sum_states: How many records are in each state, and the bytes of their bodies.
-- params: none
-- returns: state, records, bytes
SELECT r.state AS state, count(*) AS records, sum(r.size) AS bytes
FROM record r
WHERE r.state <> 2
GROUP BY r.state
