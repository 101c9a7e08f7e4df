-- note_index: Notes the dimension of the vectors of a place, that some were added or removed, and how many more chunks have one.
-- params: project, dimension, added, removed, embedded
-- returns: nothing
UPDATE index_project
SET dimension = $dimension, added = added + $added, removed = removed + $removed, embedded = embedded + $embedded
WHERE number = $project
