-- settle_trace: Notes of how many spans the episode of a trace was made, or why there is none.
-- params: number, made_of, problem
-- returns: nothing
UPDATE trace SET made_of = max(made_of, $made_of), problem = $problem WHERE number = $number
