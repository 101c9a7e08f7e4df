-- list_supports: The supports of some episodes, by the key of the link.
-- params: episodes
-- returns: episode, relation, basis, source_variable, source_state, target_variable, target_state
SELECT s.episode AS episode, l.relation AS relation, s.basis AS basis,
       sv.name AS source_variable, sf.state AS source_state, tv.name AS target_variable, tf.state AS target_state
FROM json_each($episodes) k
CROSS JOIN support s ON s.episode = k.value
CROSS JOIN factor_link l ON l.number = s.link
CROSS JOIN factor sf ON sf.number = l.source
CROSS JOIN variable sv ON sv.number = sf.variable
CROSS JOIN factor tf ON tf.number = l.target
CROSS JOIN variable tv ON tv.number = tf.variable
ORDER BY l.key
