// read_written: What the memory drew of some episodes, to be written again by other means.
// params: project, ids
// returns: episode, revision, decisions, events, outcomes, crossLinks, mentions, occurrenceMentions
UNWIND $ids AS id
MATCH (e:Episode {project: $project, id: id})-[:HAS_REVISION]->(v:Revision)
RETURN properties(e) AS episode, properties(v) AS revision,
       [(e)-[:HAS_DECISION]->(d) | {properties: properties(d),
         considered: [(d)-[:CONSIDERED]->(o) | {properties: properties(o), chosen: [(d)-[:CHOSE]->(o) | true]}],
         chosen: [(d)-[:CHOSE]->(o) WHERE NOT (d)-[:CONSIDERED]->(o) | {properties: properties(o)}]}] AS decisions,
       [(e)-[:HAS_EVENT]->(o) | properties(o)] AS events,
       [(e)-[:HAS_OUTCOME]->(o) | properties(o)] AS outcomes,
       [(e)-[:STATES]->(c) | properties(c)] AS crossLinks,
       [(e)-[m:MENTIONS]->(r) | {by: e.id, as: m.as, reference: properties(r)}] AS mentions,
       [(e)-[:HAS_DECISION|HAS_EVENT]->(o)-[m:MENTIONS]->(r) | {by: o.key, as: m.as, reference: properties(r)}] AS occurrenceMentions
