-- drop_variables: Removes the variables of a layer without factors.
-- params: layer
-- returns: nothing
DELETE FROM variable WHERE layer = $layer
