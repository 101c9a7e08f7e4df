-- record_observation: Notes that an episode has a factor.
-- params: episode, variable, factor, kinds, at, seen
-- returns: nothing
INSERT INTO observation (episode, variable, factor, kinds, at, seen) VALUES ($episode, $variable, $factor, $kinds, $at, $seen)
