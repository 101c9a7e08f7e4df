-- record_index: Gives a generation of a project a number in the index.
-- params: project, generation
-- returns: number
INSERT INTO index_project (name, generation) VALUES ($project, $generation) RETURNING number AS number
