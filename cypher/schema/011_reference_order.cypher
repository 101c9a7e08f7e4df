// 011_reference_order: The order of references in lists; sortKey is the kind, a space and the key.
// params: none
// returns: nothing
CREATE INDEX reference_order IF NOT EXISTS
FOR (r:Reference) ON (r.project, r.sortKey)
