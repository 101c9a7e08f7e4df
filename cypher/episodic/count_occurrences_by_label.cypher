// count_occurrences_by_label: How many occurrences have a text anywhere in their label.
// params: project, after, end, kinds, types, label
// returns: count
// end is null for all keys: compared as UTF-16, which a filter does, no text is after all others
// that the index of keys has before it.
MATCH (o:Occurrence)
USING TEXT INDEX o:Occurrence(labelLower)
WHERE o.labelLower CONTAINS $label
  AND o.project = $project AND o.key > $after AND ($end IS NULL OR o.key < $end)
  AND ($kinds IS NULL OR o.kind IN $kinds)
  AND ($types IS NULL OR o.type IN $types)
RETURN count(o) AS count
