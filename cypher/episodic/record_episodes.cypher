// record_episodes: Writes episodes that are new, have new content, or come back, adds revisions, and draws what follows from the content: occurrences, options, references, mentions and links.
// params: project, episodes (list of {id, due, present, properties}), revisions (list of {id, properties}), drawn (list of ids), decisions (list of {id, occurrences}), events (list of {id, occurrences}), outcomes (list of {id, occurrences}), options (list of {decision, considered, chosen, properties}), references (list of {kind, key, sortKey, label}), episodeMentions (list of {by, kind, key, as}), occurrenceMentions (list of {by, kind, key, as}), crossLinks (list of {episode, properties}), causes (list of {source, target, properties}), enables (list of {source, target, properties}), prevents (list of {source, target, properties}), correlates (list of {source, target, properties})
// returns: across
// What the search index holds of a restored episode is not reliable. Links between episodes that the drawn
// ones state or take part in are drawn too if both ends are there; across are the episodes that state them.
// Every access is an index seek, whatever the counts: a cached plan is not replanned.
CYPHER replan=skip
CALL () {
  UNWIND $episodes AS row
  MERGE (r:Record {project: $project, id: row.id})
  ON CREATE SET r.indexedRevision = 0
  SET r.indexedRevision = CASE WHEN r:DeletedEpisode AND row.present THEN 0 ELSE r.indexedRevision END
  REMOVE r:DeletedEpisode
  SET r:Episode, r += row.properties, r.indexDue = row.due
  REMOVE r.deletedAt, r.indexAttempts, r.vectorsDue
}
CALL () {
  UNWIND $revisions AS row
  MATCH (r:Record {project: $project, id: row.id})
  CREATE (r)-[:HAS_REVISION]->(v:Revision)
  SET v = row.properties
}
CALL () {
  UNWIND $decisions AS row
  MATCH (e:Episode {project: $project, id: row.id})
  UNWIND row.occurrences AS properties
  CREATE (e)-[:HAS_DECISION]->(o:Occurrence:Decision)
  SET o = properties
}
CALL () {
  UNWIND $events AS row
  MATCH (e:Episode {project: $project, id: row.id})
  UNWIND row.occurrences AS properties
  CREATE (e)-[:HAS_EVENT]->(o:Occurrence:Event)
  SET o = properties
}
CALL () {
  UNWIND $outcomes AS row
  MATCH (e:Episode {project: $project, id: row.id})
  UNWIND row.occurrences AS properties
  CREATE (e)-[:HAS_OUTCOME]->(o:Occurrence:Outcome)
  SET o = properties
}
CALL () {
  UNWIND $options AS row
  MATCH (d:Occurrence {project: $project, key: row.decision})
  CREATE (o:Option)
  SET o = row.properties
  FOREACH (yes IN CASE WHEN row.considered THEN [true] ELSE [] END | CREATE (d)-[:CONSIDERED]->(o))
  FOREACH (yes IN CASE WHEN row.chosen THEN [true] ELSE [] END | CREATE (d)-[:CHOSE]->(o))
}
CALL () {
  UNWIND $references AS row
  MERGE (r:Reference {project: $project, kind: row.kind, key: row.key})
  ON CREATE SET r.sortKey = row.sortKey, r.label = row.label
}
CALL () {
  UNWIND $episodeMentions AS row
  MATCH (e:Episode {project: $project, id: row.by})
  MATCH (r:Reference {project: $project, kind: row.kind, key: row.key})
  CREATE (e)-[:MENTIONS {as: row.as}]->(r)
}
CALL () {
  UNWIND $occurrenceMentions AS row
  MATCH (o:Occurrence {project: $project, key: row.by})
  MATCH (r:Reference {project: $project, kind: row.kind, key: row.key})
  CREATE (o)-[:MENTIONS {as: row.as}]->(r)
}
CALL () {
  UNWIND $crossLinks AS row
  MATCH (e:Episode {project: $project, id: row.episode})
  CREATE (e)-[:STATES]->(c:CrossLink)
  SET c = row.properties
}
CALL () {
  UNWIND $causes AS row
  MATCH (s:Occurrence {project: $project, key: row.source})
  MATCH (t:Occurrence {project: $project, key: row.target})
  CREATE (s)-[r:CAUSES]->(t)
  SET r = row.properties
}
CALL () {
  UNWIND $enables AS row
  MATCH (s:Occurrence {project: $project, key: row.source})
  MATCH (t:Occurrence {project: $project, key: row.target})
  CREATE (s)-[r:ENABLES]->(t)
  SET r = row.properties
}
CALL () {
  UNWIND $prevents AS row
  MATCH (s:Occurrence {project: $project, key: row.source})
  MATCH (t:Occurrence {project: $project, key: row.target})
  CREATE (s)-[r:PREVENTS]->(t)
  SET r = row.properties
}
CALL () {
  UNWIND $correlates AS row
  MATCH (s:Occurrence {project: $project, key: row.source})
  MATCH (t:Occurrence {project: $project, key: row.target})
  CREATE (s)-[there:CORRELATES]->(t)
  CREATE (t)-[back:CORRELATES]->(s)
  SET there = row.properties, back = row.properties
}
CALL () {
  CALL () {
    UNWIND $drawn AS id
    MATCH (e:Episode {project: $project, id: id})-[:STATES]->(c:CrossLink)
    RETURN c
    UNION
    UNWIND $drawn AS id
    MATCH (c:CrossLink {project: $project, otherEpisode: id})
    RETURN c
  }
  MATCH (s:Occurrence {project: $project, key: c.source})
  MATCH (t:Occurrence {project: $project, key: c.target})
  WITH s, t, c.relation AS relation, c.episode AS episode,
       c {.id, .basis, .confidence, .note, .episode, .recordedAt} AS properties
  FOREACH (yes IN CASE relation WHEN 'causes' THEN [true] ELSE [] END | CREATE (s)-[r:CAUSES]->(t) SET r = properties)
  FOREACH (yes IN CASE relation WHEN 'enables' THEN [true] ELSE [] END | CREATE (s)-[r:ENABLES]->(t) SET r = properties)
  FOREACH (yes IN CASE relation WHEN 'prevents' THEN [true] ELSE [] END | CREATE (s)-[r:PREVENTS]->(t) SET r = properties)
  FOREACH (yes IN CASE relation WHEN 'correlates' THEN [true] ELSE [] END |
    CREATE (s)-[there:CORRELATES]->(t) CREATE (t)-[back:CORRELATES]->(s) SET there = properties, back = properties)
  RETURN collect(DISTINCT episode) AS across
}
RETURN across
