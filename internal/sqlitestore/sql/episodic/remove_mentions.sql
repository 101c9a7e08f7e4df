-- remove_mentions: Removes what some episodes and their occurrences mention.
-- params: episodes
-- returns: nothing
DELETE FROM mention WHERE episode IN (SELECT e.value FROM json_each($episodes) e)
