-- list_fresh: The fresh words of a place, by row.
-- params: project
-- returns: number, words
SELECT number AS number, words AS words FROM words_fresh WHERE project = $project ORDER BY number
