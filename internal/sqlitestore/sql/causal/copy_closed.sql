-- copy_closed: Notes in a layer which variables another one has closed.
-- params: layer, old
-- returns: nothing
INSERT INTO variable (layer, hash, name, closed, absent_state)
SELECT $layer, v.hash, v.name, v.closed, v.absent_state FROM variable v WHERE v.layer = $old AND v.closed = 1
