// set_dropped: Notes whether the factor layer of a project is being removed.
// params: project, dropped
// returns: nothing
MATCH (p:Project {name: $project})
SET p.factorsDropped = $dropped
