-- copy_closed: Copies the closed variables of one layer to another.
-- params: layer, old
-- returns: nothing
INSERT INTO variable (layer, hash, name, closed, absent_state)
SELECT $layer, v.hash, v.name, v.closed, v.absent_state FROM variable v WHERE v.layer = $old AND v.closed = 1
