-- list_forgotten_places: The numbers of the projects without a name.
-- params: none
-- returns: number
SELECT number AS number FROM index_project WHERE name IS NULL ORDER BY number
