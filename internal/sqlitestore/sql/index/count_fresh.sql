-- count_fresh: How many rows of a place have fresh words, and how many bytes those are.
-- params: project
-- returns: found, bytes
SELECT count(*) AS found, coalesce(sum(length(words)), 0) AS bytes FROM words_fresh WHERE project = $project
