-- find_attributes: The attributes with some names, and how many episodes have each, counted up to a bound.
-- params: project, names, bound
-- returns: name, number, episodes
SELECT t.name AS name, t.number AS number,
       (SELECT count(*) FROM (SELECT 1 FROM episode_attribute a WHERE a.attribute = t.number LIMIT $bound)) AS episodes
FROM json_each($names) n
CROSS JOIN attribute t ON t.project = (SELECT p.number FROM project p WHERE p.name = $project) AND t.name = n.value
