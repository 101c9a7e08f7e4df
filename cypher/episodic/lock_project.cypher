// lock_project: Creates a project if it is new and makes its other writers wait for this transaction, unless some episodes are as they should be; returns the state of its factors and the heads of these episodes.
// params: project, now, indexState, episodes (list of {id, hash}), set, version
// returns: newer, locked, rules, version, graph, episodes, selfLinks, dropped, uncounted, patterns, heads (list of {id, present, revision, hash, recordedAt, firstRecordedAt})
// Nothing is locked if each of the episodes is present with its hash, or if a newer program migrated the
// graph. The heads are read once the lock is there: another writer may have been faster.
CYPHER replan=skip
CALL () {
  MATCH (s:SchemaStep) WHERE s.set = $set AND s.version > $version
  WITH s.version AS version, s.name AS name ORDER BY version DESC
  RETURN head(collect(name)) AS newer
}
CALL () {
  UNWIND $episodes AS row
  OPTIONAL MATCH (r:Record {project: $project, id: row.id})
  WITH coalesce(r:Episode AND r.hash = row.hash, false) AS same
  RETURN coalesce(sum(CASE WHEN same THEN 0 ELSE 1 END), 0) AS changed
}
CALL (newer, changed) {
  WITH * WHERE newer IS NULL AND (changed > 0 OR size($episodes) = 0)
  MERGE (p:Project {name: $project})
  ON CREATE SET p.createdAt = $now, p.label = $project, p.indexState = $indexState, p.origin = randomUUID()
  SET p.lock = true
  REMOVE p.lock
  RETURN head(collect(p {.factorRules, .factorVersion, .factorGraph, .factorEpisodes, .factorSelfLinks, .factorsDropped, .factorUncounted, .patterns})) AS locked
}
CALL (locked) {
  UNWIND $episodes AS row
  MATCH (h:Record {project: $project, id: row.id})
  RETURN collect({id: h.id, present: h:Episode, revision: h.revision, hash: h.hash,
                  recordedAt: h.recordedAt, firstRecordedAt: h.firstRecordedAt}) AS heads
}
RETURN newer, locked IS NOT NULL AS locked, locked.factorRules AS rules, locked.factorVersion AS version, locked.factorGraph AS graph,
       locked.factorEpisodes AS episodes, locked.factorSelfLinks AS selfLinks, locked.factorsDropped AS dropped,
       locked.factorUncounted AS uncounted, locked.patterns AS patterns, heads
