-- purge_calls: Removes what is remembered of calls of a project that ended before a sequence.
-- params: project, last
-- returns: nothing
DELETE FROM keyed_call WHERE project = $project AND last <= $last
