-- count_new_vectors: How many vectors of one name there are at most in the rows after one.
-- params: project, after, name (its number)
-- returns: vectors
-- All chunks may have a vector 0, only the first of an episode another.
SELECT iif($name = 0, coalesce(sum(e.embedded), 0), count(*)) AS vectors
FROM index_episode AS e
WHERE e.number > $after AND +e.project = $project
