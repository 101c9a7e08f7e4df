-- purge_entries: Removes ledger entries about a project, except those that outlive it.
-- params: project
-- returns: nothing
DELETE FROM ledger WHERE project = $project AND outlives = 0
