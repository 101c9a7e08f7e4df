-- record_index: Gives a project a number in the index.
-- params: project
-- returns: number
INSERT INTO index_project (name) VALUES ($project) RETURNING number AS number
