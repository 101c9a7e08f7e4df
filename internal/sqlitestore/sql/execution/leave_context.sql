-- leave_context: Notes that events of a context were removed.
-- params: context, events
-- returns: nothing
UPDATE execution_context SET events = events - $events WHERE number = $context
