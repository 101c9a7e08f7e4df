-- note_instance: Records which factor an occurrence is an instance of.
-- params: episode, short, factor
-- returns: nothing
UPDATE occurrence SET factor = $factor WHERE episode = $episode AND short = $short AND factor IS NOT $factor
