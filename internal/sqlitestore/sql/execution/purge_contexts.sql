-- purge_contexts: Removes the contexts of the execution events of a project, whose events are gone.
-- params: project
-- returns: nothing
DELETE FROM execution_context
WHERE key IN (SELECT k.number FROM execution_key k WHERE k.project = (SELECT p.number FROM project p WHERE p.name = $project))
