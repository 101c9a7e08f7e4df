-- put_statement: Writes a statement, new or not.
-- params: project (a number), id, source_variable, source_state, relation, target_variable, target_state, origin, strength, confidence, note, episodes, at, source_now, target_now, link
-- returns: nothing
INSERT INTO factor_statement (
  project, id, source_variable, source_state, relation, target_variable, target_state,
  origin, strength, confidence, note, episodes, at, source_now, target_now, link)
VALUES (
  $project, $id, $source_variable, $source_state, $relation, $target_variable, $target_state,
  $origin, $strength, $confidence, $note, $episodes, $at, $source_now, $target_now, $link)
ON CONFLICT (project, id) DO UPDATE SET
  source_variable = excluded.source_variable, source_state = excluded.source_state, relation = excluded.relation,
  target_variable = excluded.target_variable, target_state = excluded.target_state, origin = excluded.origin,
  strength = excluded.strength, confidence = excluded.confidence, note = excluded.note, episodes = excluded.episodes,
  at = excluded.at, source_now = excluded.source_now, target_now = excluded.target_now, link = excluded.link
