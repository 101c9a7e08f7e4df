-- find_oldest: The time of the oldest record that waits to be applied or indexed.
-- params: none
-- returns: journaled_at
SELECT min(o.journaled_at) AS journaled_at FROM (
  SELECT * FROM (SELECT r.journaled_at AS journaled_at FROM record r WHERE r.state = 0 AND r.state <> 2 ORDER BY r.sequence LIMIT 1)
  UNION ALL
  SELECT * FROM (SELECT r.journaled_at AS journaled_at FROM record r WHERE r.state = 1 AND r.state <> 2 ORDER BY r.sequence LIMIT 1)
) o
