-- count_changed_rows: How many rows this connection has changed since it was opened.
-- params: none
-- returns: changes
SELECT total_changes() AS changes
