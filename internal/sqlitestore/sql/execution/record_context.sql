-- record_context: Notes an event of a context, which may be new.
-- params: key, context
-- returns: number
INSERT INTO execution_context (key, content, events) VALUES ($key, $context, 1)
ON CONFLICT (key, content) DO UPDATE SET events = events + 1
RETURNING number AS number
