-- note_instances: Notes of which factors some occurrences of an episode are instances.
-- params: episode, instances
-- returns: nothing
UPDATE occurrence SET factor = k.value
FROM json_each($instances) k
WHERE occurrence.episode = $episode AND occurrence.short = k.key AND occurrence.factor IS NOT k.value
