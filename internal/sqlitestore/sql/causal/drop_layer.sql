-- drop_layer: Removes a layer of which nothing else is left.
-- params: layer
-- returns: nothing
DELETE FROM factor_layer WHERE number = $layer
