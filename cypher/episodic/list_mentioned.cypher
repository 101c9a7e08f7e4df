// list_mentioned: The references that some episodes and their occurrences mention.
// params: project, ids
// returns: sortKey
UNWIND $ids AS id
MATCH (r:Record {project: $project, id: id})
CALL (r) {
  MATCH (r)-[:MENTIONS]->(f:Reference) RETURN f
  UNION
  MATCH (r)-[:HAS_DECISION|HAS_EVENT|HAS_OUTCOME]->()-[:MENTIONS]->(f:Reference) RETURN f
}
RETURN DISTINCT f.sortKey AS sortKey
