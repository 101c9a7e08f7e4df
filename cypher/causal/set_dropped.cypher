// set_dropped: Records which removal of a project's factor layer is running; null for none.
// params: project, dropped
// returns: nothing
MATCH (p:Project {name: $project})
SET p.factorsDropped = $dropped
