-- list_factor_statements: A page of the statements of a project, by id.
-- params: project, after, limit
-- returns: id, source_variable, source_state, relation, target_variable, target_state, origin, strength, confidence, note, episodes, at, link, source_now_variable, source_now_state, target_now_variable, target_now_state
SELECT s.id AS id, s.source_variable AS source_variable, s.source_state AS source_state, s.relation AS relation,
       s.target_variable AS target_variable, s.target_state AS target_state, s.origin AS origin, s.strength AS strength,
       s.confidence AS confidence, s.note AS note, s.episodes AS episodes, s.at AS at, s.link AS link,
       sv.name AS source_now_variable, sf.state AS source_now_state, tv.name AS target_now_variable, tf.state AS target_now_state
FROM factor_statement s
LEFT JOIN factor sf ON sf.number = s.source_now
LEFT JOIN variable sv ON sv.number = sf.variable
LEFT JOIN factor tf ON tf.number = s.target_now
LEFT JOIN variable tv ON tv.number = tf.variable
WHERE s.project = (SELECT p.number FROM project p WHERE p.name = $project) AND s.id > $after
ORDER BY s.id
LIMIT $limit
