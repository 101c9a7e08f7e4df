-- drop_variables: Removes the variables of a layer that has no factors any more.
-- params: layer
-- returns: nothing
DELETE FROM variable WHERE layer = $layer
