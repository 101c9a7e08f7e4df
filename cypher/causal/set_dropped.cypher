// set_dropped: Notes which removal of the factor layer of a project is at work; null for none.
// params: project, dropped
// returns: nothing
MATCH (p:Project {name: $project})
SET p.factorsDropped = $dropped
