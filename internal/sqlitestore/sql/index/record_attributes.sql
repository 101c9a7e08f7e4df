-- record_attributes: Records the words of an episode that filters compare whole.
-- params: project, episode, attributes (list of {kind, value})
-- returns: nothing
INSERT OR IGNORE INTO index_attribute (project, kind, value, episode)
SELECT $project, a.value ->> 'kind', a.value ->> 'value', $episode
FROM json_each($attributes) AS a
