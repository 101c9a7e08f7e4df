// remove_layers: Removes the occurrence layer of some episodes; their revisions stay.
// params: project, ids
// returns: nothing
UNWIND $ids AS id
MATCH (r:Record {project: $project, id: id})
CALL (r) { MATCH (r)-[:HAS_DECISION]->(:Occurrence)-[:CONSIDERED|CHOSE]->(o:Option) DETACH DELETE o }
CALL (r) { MATCH (r)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->(o:Occurrence) DETACH DELETE o }
CALL (r) { MATCH (r)-[:STATES]->(c:CrossLink) DETACH DELETE c }
CALL (r) { MATCH (r)-[m:MENTIONS]->() DELETE m }
