-- put_body: Writes the body of a pattern, new or not.
-- params: pattern, name, trigger, action, body
-- returns: nothing
INSERT INTO pattern_body (pattern, name, trigger, action, body)
VALUES ($pattern, $name, $trigger, $action, $body)
ON CONFLICT (pattern) DO UPDATE SET
  name = excluded.name, trigger = excluded.trigger, action = excluded.action, body = excluded.body
