-- find_holders: Who holds some entries of the ledger.
-- params: entries (list of {project, kind, key})
-- returns: project, kind, key, holder
SELECT l.project AS project, l.kind AS kind, l.key AS key, l.holder AS holder
FROM json_each($entries) e
JOIN ledger l ON l.project = e.value ->> 'project' AND l.kind = e.value ->> 'kind' AND l.key = e.value ->> 'key'
