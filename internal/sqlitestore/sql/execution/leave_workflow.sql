-- leave_workflow: Notes that events of a workflow were removed.
-- params: workflow, events, bytes
-- returns: nothing
UPDATE workflow SET events = events - $events, bytes = bytes - $bytes, removed = removed + $events WHERE number = $workflow
