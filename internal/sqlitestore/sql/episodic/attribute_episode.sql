-- attribute_episode: Notes which attributes an episode has.
-- params: episode
-- returns: nothing
INSERT OR IGNORE INTO episode_attribute (attribute, at, episode)
SELECT t.number, found.at, found.episode
FROM attributed found
CROSS JOIN attribute t ON t.project = found.project AND t.name = found.name
WHERE found.episode = $episode
