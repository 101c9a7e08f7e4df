-- record_watch: Records a factor that a pattern watches.
-- params: project (a number), factor, pattern
-- returns: nothing
INSERT INTO pattern_watch (project, factor, pattern)
VALUES ($project, $factor, $pattern)
