-- list_mentioned: The references that some episodes and their occurrences mention.
-- params: episodes
-- returns: reference
SELECT DISTINCT m.reference AS reference
FROM json_each($episodes) e
CROSS JOIN mention m ON m.episode = e.value
