-- delete_all_fresh: Removes the fresh words of a place.
-- params: project
-- returns: nothing
DELETE FROM words_fresh WHERE project = $project
