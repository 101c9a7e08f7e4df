-- remove_links: Removes every link that touches an occurrence of some episodes.
-- params: episodes
-- returns: nothing
DELETE FROM link WHERE number IN (
  SELECT l.number
  FROM json_each($episodes) e
  CROSS JOIN occurrence o ON o.episode = e.value
  CROSS JOIN link l ON l.source = o.number
  UNION ALL
  SELECT l.number
  FROM json_each($episodes) e
  CROSS JOIN occurrence o ON o.episode = e.value
  CROSS JOIN link l ON l.target = o.number)
