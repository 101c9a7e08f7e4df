-- count_labelled_factors: The number of factors of a layer with one label that match.
-- params: layer, exact (keys), label, variable, kinds, least, isolated
-- returns: count
-- The parameters are those of list_factors.
SELECT count(*) AS count
FROM factor f
CROSS JOIN variable v ON v.number = f.variable
WHERE f.layer = $layer AND f.key IN (SELECT w.value FROM json_each($exact) w)
  AND ($label IS NULL OR coalesce(f.folded, iif(f.state = 'occurred', v.name, v.name || '=' || f.state)) LIKE $label ESCAPE '\')
  AND ($variable IS NULL OR v.name = $variable)
  AND ($kinds IS NULL OR CASE WHEN f.decisions > 0 THEN 'decision' WHEN f.events > 0 THEN 'event' WHEN f.outcomes > 0 THEN 'outcome' WHEN f.contexts > 0 THEN 'context' ELSE 'stated' END IN (SELECT w.value FROM json_each($kinds) w))
  AND f.successes + f.partials + f.failures + f.unknown >= $least
  AND ($isolated IS NULL OR $isolated <> (
    EXISTS (SELECT 1 FROM factor_link l WHERE l.source = f.number) OR EXISTS (SELECT 1 FROM factor_link l WHERE l.target = f.number)))
