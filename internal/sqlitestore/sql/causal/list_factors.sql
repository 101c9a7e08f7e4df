-- list_factors: A page of the factors of a layer, by key.
-- params: layer, after, label, variable, kinds, least, isolated, limit
-- returns: key, variable, state, successes, partials, failures, unknown, decisions, events, outcomes, contexts, statements, first_seen, last_seen
-- label is a pattern; LIKE folds case in ASCII, the column folded covers the rest.
SELECT f.key AS key, v.name AS variable, f.state AS state,
       f.successes AS successes, f.partials AS partials, f.failures AS failures, f.unknown AS unknown,
       f.decisions AS decisions, f.events AS events, f.outcomes AS outcomes, f.contexts AS contexts,
       f.statements AS statements, f.first_seen AS first_seen, f.last_seen AS last_seen
FROM factor f
CROSS JOIN variable v ON v.number = f.variable
WHERE f.layer = $layer AND f.key > $after
  AND ($label IS NULL OR coalesce(f.folded, iif(f.state = 'occurred', v.name, v.name || '=' || f.state)) LIKE $label ESCAPE '\')
  AND ($variable IS NULL OR v.name = $variable)
  AND ($kinds IS NULL OR CASE WHEN f.decisions > 0 THEN 'decision' WHEN f.events > 0 THEN 'event' WHEN f.outcomes > 0 THEN 'outcome' WHEN f.contexts > 0 THEN 'context' ELSE 'stated' END IN (SELECT w.value FROM json_each($kinds) w))
  AND f.successes + f.partials + f.failures + f.unknown >= $least
  AND ($isolated IS NULL OR $isolated <> (
    EXISTS (SELECT 1 FROM factor_link l WHERE l.source = f.number) OR EXISTS (SELECT 1 FROM factor_link l WHERE l.target = f.number)))
ORDER BY f.key
LIMIT $limit
