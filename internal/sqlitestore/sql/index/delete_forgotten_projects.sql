-- delete_forgotten_projects: Removes the projects without a name that have no episodes left.
-- params: none
-- returns: nothing
DELETE FROM index_project WHERE name IS NULL
