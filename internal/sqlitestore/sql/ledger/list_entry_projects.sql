-- list_entry_projects: The projects that entries of one kind are about, by name.
-- params: kind
-- returns: project
SELECT DISTINCT l.project AS project
FROM ledger l
WHERE l.kind = $kind
ORDER BY project
