-- note_instance: Notes of which factor an occurrence is an instance.
-- params: episode, short, factor
-- returns: nothing
UPDATE occurrence SET factor = $factor WHERE episode = $episode AND short = $short AND factor IS NOT $factor
