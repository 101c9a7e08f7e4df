-- count_variables: How many variables of a layer an episode records or somebody closed.
-- params: layer
-- returns: variables
SELECT (SELECT count(*) FROM variable v WHERE v.layer = $layer)
  - (SELECT count(*) FROM variable v INDEXED BY variable_recurring
     WHERE v.layer = $layer AND (v.recorded <> 1 OR v.closed = 1) AND v.recorded = 0 AND v.closed = 0) AS variables
