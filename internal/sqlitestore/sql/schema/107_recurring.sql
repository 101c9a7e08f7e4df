-- 107_recurring: The variables that not exactly one episode records, of the many that one does, or that somebody closed.
-- params: none
-- returns: nothing
CREATE INDEX variable_recurring ON variable (layer) WHERE recorded <> 1 OR closed = 1;
