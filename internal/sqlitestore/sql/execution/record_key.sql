-- record_key: Notes a context key, which may be new.
-- params: project, context_key, rule
-- returns: number
INSERT INTO execution_key (project, key, rule)
SELECT p.number, $context_key, $rule FROM project p WHERE p.name = $project
ON CONFLICT (project, key) DO UPDATE SET rule = excluded.rule
RETURNING number AS number
