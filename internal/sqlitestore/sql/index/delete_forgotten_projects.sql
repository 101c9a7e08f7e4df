-- delete_forgotten_projects: Removes the projects without a name, once they have no episode.
-- params: none
-- returns: nothing
DELETE FROM index_project WHERE name IS NULL
