-- create_attributes: Creates the attributes of an episode unless they exist.
-- params: episode
-- returns: nothing
INSERT INTO attribute (project, name)
SELECT found.project, found.name FROM attributed found WHERE found.episode = $episode
ON CONFLICT (project, name) DO NOTHING
