-- bury_chunks: Notes which chunks of a span are gone.
-- params: project, segment, span, dead
-- returns: nothing
UPDATE words_span SET dead = $dead WHERE project = $project AND segment = $segment AND span = $span
