-- update_variable: Replaces the data of a variable.
-- params: number, recorded, closed, absent_state
-- returns: nothing
UPDATE variable SET recorded = $recorded, closed = $closed, absent_state = $absent_state WHERE number = $number
