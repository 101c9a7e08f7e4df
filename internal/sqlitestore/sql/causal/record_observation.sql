-- record_observation: Records that an episode has a factor.
-- params: episode, variable, factor, kinds, instances, at, seen
-- returns: nothing
INSERT INTO observation (episode, variable, factor, kinds, instances, at, seen)
VALUES ($episode, $variable, $factor, $kinds, $instances, $at, $seen)
