-- remove_workflow: Forgets a workflow that has no events left and was not completed.
-- params: workflow
-- returns: nothing
DELETE FROM workflow WHERE number = $workflow AND events = 0 AND completion IS NULL
