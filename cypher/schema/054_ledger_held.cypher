// 054_ledger_held: Who holds an entry of the ledger, beside the entry: a write locks that, and not the entry.
// params: none
// returns: nothing
MATCH (e:LedgerEntry) WHERE e.holder IS NOT NULL
FOREACH (holder IN CASE WHEN e.holder <> '' THEN [e.holder] ELSE [] END |
  MERGE (e)-[h:HELD]->(e)
  SET h.by = holder)
REMOVE e.holder
