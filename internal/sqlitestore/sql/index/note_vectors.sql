-- note_vectors: Records the dimension of the vectors of a generation, and that some were added or removed.
-- params: project, dimension, added, removed
-- returns: nothing
UPDATE index_project SET dimension = $dimension, added = added + $added, removed = removed + $removed
WHERE number = $project
