-- purge_entries: Forgets entries of the ledger about a project, but those that outlive it.
-- params: project
-- returns: nothing
DELETE FROM ledger WHERE project = $project AND outlives = 0
