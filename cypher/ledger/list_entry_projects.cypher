// list_entry_projects: The projects that entries of one kind are about, by name.
// params: kind
// returns: project
MATCH (e:LedgerEntry)
WHERE e.kind = $kind
RETURN DISTINCT e.project AS project
ORDER BY project
