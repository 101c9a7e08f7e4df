-- remove_context: Forgets a context that no event has any more.
-- params: context
-- returns: nothing
DELETE FROM execution_context WHERE number = $context AND events = 0
