-- list_attributes_of: The attributes of an episode, and at what place it stands in each.
-- params: episode
-- returns: attribute, at
SELECT t.number AS attribute, found.at AS at
FROM attributed found
CROSS JOIN attribute t ON t.project = found.project AND t.name = found.name
WHERE found.episode = $episode
