-- find_retired: A layer that no project has anymore.
-- params: none
-- returns: layer
SELECT l.number AS layer FROM factor_layer l WHERE l.project IS NULL LIMIT 1
