-- drop_layer: Removes the row of a layer that is otherwise empty.
-- params: layer
-- returns: nothing
DELETE FROM factor_layer WHERE number = $layer
