-- remove_events: Removes execution events.
-- params: sequences (list of numbers)
-- returns: nothing
DELETE FROM execution_event WHERE sequence IN (SELECT s.value FROM json_each($sequences) s)
