-- count_new_vectors: An upper bound for the vectors of one name in the rows after one.
-- params: project, after, name (its number)
-- returns: vectors
-- All chunks may have vector 0, only the first of an episode others.
SELECT iif($name = 0, coalesce(sum(e.embedded), 0), count(*)) AS vectors
FROM index_episode AS e
WHERE e.number > $after AND +e.project = $project
