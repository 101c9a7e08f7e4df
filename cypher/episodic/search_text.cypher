// search_text: Heads, decisions and events that match words, best first.
// params: project, query, from, before, offset, limit, outcomes, domain, taskType, complexity, session, tags, tools, strategies, task, decisionTypes, references, actors, failed, parts
// returns: episode, number, occurrence, kind, task, context, chosen, rationale, content, score
CALL db.index.fulltext.queryNodes('words_fulltext', $query) YIELD node, score
WITH node, score WHERE node.project = $project
MATCH (e:Episode {project: $project, id: coalesce(node.episode, node.id)})
WHERE e.sortKey >= $from AND e.sortKey < $before
  AND ($outcomes IS NULL OR e.outcome IN $outcomes)
  AND ($domain IS NULL OR e.domain = $domain)
  AND ($taskType IS NULL OR e.taskType = $taskType)
  AND ($complexity IS NULL OR e.complexity = $complexity)
  AND ($session IS NULL OR e.session = $session)
  AND ($tags IS NULL OR any(word IN $tags WHERE word IN e.tags))
  AND ($tools IS NULL OR any(word IN $tools WHERE word IN e.tools))
  AND ($strategies IS NULL OR any(word IN $strategies WHERE word IN e.strategies))
  AND ($task IS NULL OR e.taskLower CONTAINS $task)
  AND ($decisionTypes IS NULL OR any(word IN $decisionTypes WHERE word IN e.decisionTypes))
  AND ($references IS NULL OR any(word IN $references WHERE word IN e.references))
  AND ($actors IS NULL OR any(word IN $actors WHERE word IN e.actors))
  AND ($failed IS NULL OR e.failed)
  AND ($parts IS NULL OR CASE WHEN node:Episode THEN 'head' WHEN node:Decision THEN 'decision' ELSE 'events' END IN $parts)
RETURN e.id AS episode,
       CASE WHEN node:Episode THEN 0 WHEN node:Decision THEN 1 + node.position ELSE 1 + e.decisionCount + node.position END AS number,
       node.key AS occurrence, node.kind AS kind, node.task AS task,
       node.context AS context, node.chosen AS chosen, node.rationale AS rationale, node.content AS content, score
ORDER BY score DESC, episode, occurrence
SKIP $offset LIMIT $limit
