-- record_index: Assigns a number in the index to a generation of a project.
-- params: project, generation
-- returns: number
INSERT INTO index_project (name, generation) VALUES ($project, $generation) RETURNING number AS number
