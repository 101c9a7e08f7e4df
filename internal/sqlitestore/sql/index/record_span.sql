-- record_span: Records which chunks a segment has.
-- params: project, segment, span, first, chunks
-- returns: nothing
INSERT INTO words_span (project, segment, span, first, chunks) VALUES ($project, $segment, $span, $first, $chunks)
