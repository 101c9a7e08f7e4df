// record_options: Draws the options of some decisions: those considered and the one chosen.
// params: project, options (list of {decision, considered, chosen, properties})
// returns: nothing
UNWIND $options AS row
MATCH (d:Occurrence {project: $project, key: row.decision})
CREATE (o:Option)
SET o = row.properties
FOREACH (yes IN CASE WHEN row.considered THEN [true] ELSE [] END | CREATE (d)-[:CONSIDERED]->(o))
FOREACH (yes IN CASE WHEN row.chosen THEN [true] ELSE [] END | CREATE (d)-[:CHOSE]->(o))
